//! One batch: apply, commit, answer; and the recovery if a commit fails.

use super::recent::Before;
use super::{Answer, Asked, Done, Heard, Held, KEPT_EVERY, NotDone, Shard};
use crate::failpoint::reached;
use crate::ids::{Hash, Key, StreamId, Time};
use crate::secrets::Bound;
use crate::store::{Batch, StoreError, sums};
use crate::stream::{Command, Draft, Moment, Needs, NotHere, Origin, Refused, Request};
use crate::unit::Unit;
use engine::Input;
use engine::meter::Fed;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, PoisonError};
use std::time::Instant;
use uuid::Uuid;

/// How many units back the journal is searched for the key of a person's command. A sender whose `seen` is older must
/// read the stream again first.
const MOST_BEHIND: i64 = 10_000;

/// Whether a person sends it. The house itself derives its keys from their purpose.
fn is_persons(request: &Request) -> bool {
    request.sender.is_none() && request.person != crate::ids::PersonId::HOUSE
}

/// A command with the receiver of its answer or, for a message, its origin.
pub(super) struct Waiting {
    pub(super) request: Request,
    pub(super) answer: Option<Answer>,
    pub(super) origin: Option<Origin>,
}

/// A command that was applied in memory and is to be committed, or that had been carried out before.
struct Applied {
    waiting: Waiting,
    done: Result<Done, NotDone>,
    /// The messages that it sends to other streams.
    messages: Vec<Request>,
    fresh: bool,
}

impl Shard {
    /// Carries out commands, all in one batch; if that fails, one by one.
    pub(super) async fn carry_out(&mut self, commands: Vec<Waiting>) {
        let Err(mut left) = self.attempt(commands).await else { return };
        loop {
            if !self.recover().await {
                left.into_iter().for_each(give_up);
                self.closed = true;
                return;
            }
            // The time of a question did not run while the database was unavailable: everyone has the full time again.
            left.retain(|waiting| !matches!(waiting.request.command, Command::Expire { .. }));
            let Some(next) = left.pop_front() else { return };
            // If the connection is lost again, the command is retried.
            if let Err(again) = self.attempt(vec![next]).await {
                again.into_iter().rev().for_each(|waiting| left.push_front(waiting));
            }
        }
    }

    /// Attempts one batch. Returns the commands that could not be committed.
    async fn attempt(&mut self, commands: Vec<Waiting>) -> Result<(), VecDeque<Waiting>> {
        reached("before-look-up");
        for Waiting { request, .. } in &commands {
            if let Some(held) = self.held.get_mut(&request.stream) {
                held.recent.forget();
            }
        }
        let unknown = self.unknown(&commands);
        let known = match self.look_up(unknown).await {
            Ok(known) => known,
            Err(error) => {
                tracing::warn!(shard = self.owner.id, %error, "the journal cannot be read");
                self.stale.extend(commands.iter().map(|waiting| waiting.request.stream));
                return Err(commands.into());
            }
        };
        reached("before-apply");
        let commands = self.drop_lost_mail(commands, &known);
        let commands = self.answer_for_closed(commands, &known);
        let mut batch = Batch::default();
        let mut applied = Vec::with_capacity(commands.len());
        let (mut broken, mut closed) = (false, Vec::new());
        for waiting in commands {
            let mut messages = Vec::new();
            let (done, fresh) = match self.apply(&waiting, &known, &mut batch, &mut messages) {
                Ok((done, fresh)) => (Ok(done), fresh),
                Err(refused) => {
                    if matches!(refused, Refused::Fault(_)) {
                        tracing::error!(stream = waiting.request.stream.0, %refused, "a command failed; its stream is reloaded");
                        self.figures.faulted();
                        broken = true;
                    }
                    (Err(NotDone::Refused(refused)), false)
                }
            };
            applied.push(Applied { waiting, done, messages, fresh });
        }
        reached("after-apply");
        if broken {
            // The state after a fault is not used: every stream of the batch is restored first.
            return Err(self.undo(applied));
        }
        if !batch.is_empty() {
            self.snapshots(&applied, &mut batch);
            let begun = Instant::now();
            let committed = self.writer.commit(self.owner.id, self.epoch, self.batch, &batch).await;
            if let Err(error) = committed {
                tracing::warn!(shard = self.owner.id, %error, "a batch was not committed");
                self.figures.failed();
                return Err(self.undo_for(applied, &error));
            }
            self.batch += 1;
            self.stands(&applied);
            self.figures.committed(batch.len(), begun.elapsed());
            tracing::debug!(shard = self.owner.id, batch = self.batch, units = batch.len(), "committed");
            closed.extend(batch.closed());
            if let Some(tap) = &self.owner.tap {
                tap.lock().unwrap_or_else(PoisonError::into_inner).push(batch);
            }
        }
        self.answer(applied);
        closed.into_iter().for_each(|id| self.let_go(id));
        reached("after-batch");
        Ok(())
    }

    /// Drops messages whose sender's unit may have been lost in a failover. A message that was sent in an earlier epoch
    /// may be one of these; if it is not, its sender resends it in its current epoch.
    fn drop_lost_mail(&self, mut commands: Vec<Waiting>, known: &Known) -> Vec<Waiting> {
        let own = (self.owner.id, (self.epoch, self.batch));
        commands.retain(|waiting| {
            let Some(Origin { shard, epoch, batch }) = waiting.origin else { return true };
            let now = if shard == own.0 { Some(&own.1) } else { known.shards.get(&shard) };
            let stands = now.is_some_and(|now| now.0 == epoch && now.1 >= batch);
            if !stands {
                tracing::info!(shard, epoch, batch, "a message of an earlier epoch is dropped");
            }
            stands
        });
        commands
    }

    /// Records the heads of a committed batch as firm.
    fn stands(&mut self, applied: &[Applied]) {
        for one in applied.iter().filter(|one| one.fresh) {
            if let Some(held) = self.held.get(&one.waiting.request.stream) {
                self.firm.insert(one.waiting.request.stream, (held.seq, held.head));
            }
        }
    }

    /// Answers commands for closed tables, which have no effect any more. If the command was carried out before the
    /// closing, its first answer is repeated. The sender of a message must learn which of the two it was.
    fn answer_for_closed(&mut self, commands: Vec<Waiting>, known: &Known) -> Vec<Waiting> {
        if known.closed.is_empty() {
            return commands;
        }
        let is_closed = |waiting: &Waiting| known.closed.contains(&waiting.request.stream);
        let (closed, open) = commands.into_iter().partition(is_closed);
        let closed: Vec<Waiting> = closed;
        for Waiting { request, answer, .. } in closed {
            let before = known.units.get(&(request.stream, request.key)).copied();
            let done = match before {
                Some(before) => before.again(&request),
                None => Err(Refused::NotHere(NotHere::TableClosed)),
            };
            if let Some(sender) = request.sender.filter(|_| !request.command.is_answer()) {
                let message = request.key;
                let command = match done.is_ok() {
                    true => Command::Received { message },
                    false => Command::Undelivered { message },
                };
                self.post(reply_to(&request, sender, command));
            }
            if let Some(answer) = answer {
                answer(done.map_err(NotDone::Refused), None);
            }
        }
        open
    }

    /// Handles a batch that was not committed. A single command that the database rejects permanently is answered as a
    /// fault.
    fn undo_for(&mut self, mut applied: Vec<Applied>, error: &StoreError) -> VecDeque<Waiting> {
        if let ([one], true) = (&mut applied[..], error.is_final()) {
            tracing::error!(%error, "the database rejects a command permanently; its stream is reloaded");
            self.figures.faulted();
            one.done = Err(NotDone::Refused(Refused::Fault(error.to_string())));
        }
        self.undo(applied)
    }

    /// Returns the commands of a batch for a retry; those that caused a fault are answered now.
    fn undo(&mut self, applied: Vec<Applied>) -> VecDeque<Waiting> {
        let mut left = VecDeque::new();
        for Applied { waiting: Waiting { request, answer, origin }, done, .. } in applied {
            self.stale.insert(request.stream);
            match (done, answer) {
                (Err(NotDone::Refused(fault @ Refused::Fault(_))), Some(answer)) => {
                    answer(Err(NotDone::Refused(fault)), None);
                }
                (Err(NotDone::Refused(Refused::Fault(_))), None) => {}
                (_, answer) => left.push_back(Waiting { request, answer, origin }),
            }
        }
        left
    }

    /// Applies a command to its stream, unless it was carried out before. All reasons for a refusal are checked here,
    /// after the key was looked up: a command that was carried out keeps its first answer, whatever has changed since.
    fn apply(
        &mut self,
        waiting: &Waiting,
        known: &Known,
        batch: &mut Batch,
        messages: &mut Vec<Request>,
    ) -> Result<(Done, bool), Refused> {
        let request = &waiting.request;
        if let Some(before) = self.carried_out(request.stream, request.key, known) {
            return Ok((before.again(request)?, false));
        }
        // Only commands from outside need an answer.
        if waiting.answer.is_some() && !request.command.comes_from_outside() {
            return Err(Refused::NotHere(NotHere::StreamsOnly));
        }
        (self.owner.judge)(request)?;
        let holds = self.clock.holds();
        let now = self.clock.now();
        let held = self.held.get_mut(&request.stream).ok_or(Refused::NotHere(NotHere::NoSuchTable))?;
        // The journal was not searched further back, so an older command might be carried out twice.
        let archived = known.archived.get(&request.stream).copied().unwrap_or(0);
        let forgotten = archived.max(held.seq - MOST_BEHIND);
        if is_persons(request) && request.seen < forgotten {
            return Err(Refused::Conflict { since: forgotten });
        }
        if !holds && matches!(request.command, Command::Play { input: Input::Bet { .. }, .. }) {
            return Err(Refused::NotHere(NotHere::ClockBeingSet));
        }
        let hash = request.hash().map_err(|error| Refused::Fault(error.to_string()))?;
        let at = now.max(held.at);
        let fed = known.sums.get(&request.stream).cloned();
        let moment = Moment { seq: held.seq + 1, at, fed };
        let draft = held.stream.handle(request, &moment)?;
        Ok((held.enter(request, hash, at, draft, batch, messages)?, true))
    }

    /// Returns what was carried out under a key, if that is in memory or was looked up.
    fn carried_out(&self, stream: StreamId, key: Key, known: &Known) -> Option<Before> {
        let recent = self.held.get(&stream).and_then(|held| held.recent.get(&key));
        recent.or_else(|| known.units.get(&(stream, key)).copied())
    }

    /// Returns whether a person's command was carried out, for a caller that cannot build the same command again
    /// because its inputs have changed.
    pub(super) async fn done_before(&mut self, asked: Asked) -> Result<Option<Done>, NotDone> {
        let Asked { stream, key, person, seen } = asked;
        let row = "select seq, at from unit where stream = $1 and seq > $2 and key = $3 and person = $4";
        let last = self.held.get(&stream).map_or(0, |held| held.seq);
        let after = seen.max(last - MOST_BEHIND).max(0);
        let key = Uuid::from_bytes(key.0);
        let found = self.writer.client().query_opt(row, &[&stream.0, &after, &key, &person.0]).await;
        let found = found.map_err(|_| NotDone::Unavailable)?;
        let done = |row: tokio_postgres::Row| -> Result<Done, tokio_postgres::Error> {
            let at = Time::from_system(row.try_get(1)?);
            Ok(Done { seq: row.try_get(0)?, at, again: true, events: Arc::default() })
        };
        found.map(done).transpose().map_err(|_| NotDone::Unavailable)
    }

    /// Adds snapshots of streams with many units since their last one.
    fn snapshots(&mut self, applied: &[Applied], batch: &mut Batch) {
        let fresh = applied.iter().filter(|one| one.fresh);
        let touched: BTreeSet<StreamId> = fresh.map(|one| one.waiting.request.stream).collect();
        for id in touched {
            let Some(held) = self.held.get_mut(&id).filter(|held| held.seq - held.kept >= KEPT_EVERY) else {
                continue;
            };
            reached("before-snapshot");
            let bound = Bound::Snapshot { stream: id, seq: held.seq };
            let plain = held.stream.save().map(zeroize::Zeroizing::new);
            match plain
                .map_err(|error| error.to_string())
                .and_then(|plain| self.owner.keys.seal(bound, &plain).map_err(|error| error.to_string()))
            {
                Ok(sealed) => {
                    batch.put_snapshot(id, held.seq, held.head, sealed);
                    held.kept = held.seq;
                }
                // A snapshot only shortens the restore: without it more units are replayed.
                Err(error) => tracing::error!(stream = id.0, error, "a stream cannot be kept"),
            }
        }
    }

    /// Sends the answers of a committed batch, then its messages.
    fn answer(&mut self, applied: Vec<Applied>) {
        let fresh = applied.iter().filter(|one| one.fresh);
        let touched: BTreeSet<StreamId> = fresh.map(|one| one.waiting.request.stream).collect();
        for id in &touched {
            if let Some(held) = self.held.get_mut(id) {
                held.look_at_window();
                self.deadlines.set(*id, held.ends());
            }
        }
        self.show(touched);
        for Applied { waiting: Waiting { request, answer, .. }, done, messages, fresh } in applied {
            if fresh {
                self.tell(&request, &done);
            }
            if let (Some(sender), true) = (request.sender, done.is_ok())
                && let Some(reply) = self.reply(&request, sender)
            {
                self.post(reply);
            }
            if let (Some(_), Err(error)) = (request.sender, &done) {
                tracing::error!(stream = request.stream.0, %error, "a message was refused");
            }
            for message in messages {
                self.post(message);
            }
            if let Some(answer) = answer {
                reached("before-answer");
                answer(done, self.glance(request.stream));
                reached("after-answer");
            }
        }
    }

    /// Shows a committed unit of a table to observers.
    fn tell(&mut self, request: &Request, done: &Result<Done, NotDone>) {
        let Ok(Done { seq, at, events, .. }) = done else { return };
        let Some(held) = self.held.get(&request.stream) else { return };
        let Some(facts) = held.stream.table().map(crate::table::TableStream::shared_facts) else { return };
        let (stream, what) = (request.stream, request.command.name());
        let events = Arc::clone(events);
        self.hear(Heard { stream, seq: *seq, at: *at, what, events, facts, lost: None });
    }

    /// Publishes a unit, and keeps it for late observers.
    pub(super) fn hear(&mut self, heard: Heard) {
        let (Some(outlet), Some(held)) = (&self.owner.heard, self.held.get_mut(&heard.stream)) else {
            return;
        };
        held.hear(heard.clone());
        // An observer that does not keep up finds the unit in the journal.
        let _ = outlet.try_send(heard);
    }

    fn reply(&self, request: &Request, sender: StreamId) -> Option<Request> {
        let command = self.held.get(&request.stream)?.stream.reply(request)?;
        Some(reply_to(request, sender, command))
    }

    /// Collects what must be read from the database before these commands.
    fn unknown(&self, commands: &[Waiting]) -> Unknown {
        let mut unknown = Unknown::default();
        for Waiting { request, origin, .. } in commands {
            unknown
                .shards
                .extend(origin.filter(|origin| origin.shard != self.owner.id).map(|from| from.shard));
            let held = self.held.get(&request.stream);
            let message = request.sender.is_some();
            let remembered = held.is_some_and(|held| {
                held.recent.get(&request.key).is_some() || !message && held.recent.covers(request.seen)
            });
            if !remembered {
                unknown.streams.push(request.stream.0);
                unknown.keys.push(Uuid::from_bytes(request.key.0));
                let last = held.filter(|_| is_persons(request)).map_or(0, |held| held.seq);
                let since = last - MOST_BEHIND;
                unknown.after.push(if message { -1 } else { request.seen.max(since).max(0) });
            }
            match held.map(|held| held.stream.needs(&request.command)) {
                Some(Needs::Sums(meter)) => _ = unknown.meters.insert(meter),
                Some(Needs::Nothing) => {}
                None => unknown.absent.push(request.stream.0),
            }
        }
        unknown
    }

    /// Reads from the journal what may have been carried out before this owner's memory begins, and what meters were
    /// fed.
    async fn look_up(&self, unknown: Unknown) -> Result<Known, StoreError> {
        let mut known = Known::default();
        let Unknown { streams, keys, after, meters, absent, shards } = unknown;
        for meter in meters {
            reached("before-draw");
            known.sums.insert(meter, sums(self.writer.client(), meter).await?);
        }
        if !absent.is_empty() {
            let closed = self.writer.client().query(CLOSED, &[&absent]).await?;
            let ids = closed.iter().map(|row| row.try_get(0).map(StreamId));
            known.closed = ids.collect::<Result<_, _>>()?;
        }
        if !shards.is_empty() {
            let shards: Vec<i32> = shards.into_iter().collect();
            for row in self.writer.client().query(SHARDS, &[&shards]).await? {
                known.shards.insert(row.try_get(0)?, (row.try_get(1)?, row.try_get(2)?));
            }
        }
        if streams.is_empty() {
            return Ok(known);
        }
        // A key in an archived month cannot be looked up.
        if after.iter().any(|after| *after >= 0) {
            for row in self.writer.client().query(ARCHIVED, &[&streams]).await? {
                known.archived.insert(StreamId(row.try_get(0)?), row.try_get(1)?);
            }
        }
        let rows = self.writer.client().query(LOOK_UP, &[&streams, &keys, &after]).await?;
        for row in rows {
            let request: &[u8] = row.try_get(3)?;
            let hash = request.try_into().map_err(|_| StoreError::Row("a hash has 32 bytes".to_owned()))?;
            let key = Key(row.try_get::<_, Uuid>(1)?.into_bytes());
            let at = Time::from_system(row.try_get(4)?);
            let before = Before { request: Hash(hash), seq: row.try_get(2)?, at };
            known.units.insert((StreamId(row.try_get(0)?), key), before);
        }
        Ok(known)
    }
}

const LOOK_UP: &str = "select u.stream, u.key, u.seq, u.request, u.at
    from unnest($1::int8[], $2::uuid[], $3::int8[]) as w(stream, key, after)
    join lateral (
        select * from unit where w.after < 0 and unit.sender <> 0 and unit.stream = w.stream and unit.key = w.key
        union all
        select * from unit where w.after >= 0 and unit.stream = w.stream and unit.seq > w.after and unit.key = w.key
    ) u on true";
const ARCHIVED: &str = "select stream, seq from archived where stream = any($1)";
const CLOSED: &str = "select id from stream where id = any($1) and closed is not null";
const SHARDS: &str = "select id, epoch, batch from shard where id = any($1)";

/// What must be read before a batch: keys of commands with their streams, and what meters were fed.
#[derive(Default)]
struct Unknown {
    streams: Vec<i64>,
    keys: Vec<Uuid>,
    /// The unit after which a command can have been carried out; below 0 for a message, which is found by its key.
    after: Vec<i64>,
    meters: BTreeSet<StreamId>,
    /// Streams that are not held in this shard.
    absent: Vec<i64>,
    /// Shards that messages come from.
    shards: BTreeSet<i32>,
}

/// What the database says about the commands of a batch.
#[derive(Default)]
struct Known {
    units: BTreeMap<(StreamId, Key), Before>,
    sums: BTreeMap<StreamId, Fed>,
    /// The last archived unit of streams whose keys were looked up.
    archived: BTreeMap<StreamId, i64>,
    /// Streams that are closed.
    closed: BTreeSet<StreamId>,
    /// Shards that messages come from: their epochs, and the batches they have committed.
    shards: BTreeMap<i32, (i64, i64)>,
}

impl Held {
    /// Enters the result of a command: the stream has one more unit.
    fn enter(
        &mut self,
        request: &Request,
        hash: Hash,
        at: Time,
        mut draft: Draft,
        batch: &mut Batch,
        messages: &mut Vec<Request>,
    ) -> Result<Done, Refused> {
        let unit = Unit {
            stream: request.stream,
            seq: self.seq + 1,
            at,
            realm: self.stream.realm(),
            person: request.person,
            sender: request.sender.unwrap_or(StreamId(0)),
            key: request.key,
            request: hash,
            body: std::mem::take(&mut draft.body),
            previous: self.head,
        };
        (self.seq, self.head, self.at) = (unit.seq, unit.hash(), at);
        self.recent.put(request.key, Before::from(&unit));
        batch.put(unit, &draft).map_err(|error| Refused::Fault(error.to_string()))?;
        messages.extend(draft.messages.iter().map(crate::stream::Envelope::request));
        Ok(Done { seq: self.seq, at, again: false, events: Arc::new(draft.events) })
    }
}

/// Creates the reply to the stream that sent a message.
fn reply_to(request: &Request, sender: StreamId, command: Command) -> Request {
    let key = Key::derived(&format!("reply {}", request.key), &[]);
    let person = crate::ids::PersonId::HOUSE;
    Request { stream: sender, key, person, sender: Some(request.stream), seen: 0, question: None, command }
}

fn give_up(waiting: Waiting) {
    if let Some(answer) = waiting.answer {
        answer(Err(NotDone::Unavailable), None);
    }
}
