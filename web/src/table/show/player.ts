/**
 * Plays beats: animations and sentences, each at its time. All animations end in what the page already shows, so ending
 * them at any moment shows the current table.
 */
export interface Cue {
  at: number;
  run(): void;
}

export class Player {
  private animations: Animation[] = [];
  private cues: Cue[] = [];
  private length = 0;
  private begun = 0;
  /** The time by which skipped beats have put the show ahead of the clock. */
  private ahead = 0;
  private timer = 0;

  constructor(private readonly onEnd: () => void) {}

  get running(): boolean {
    return this.length > 0;
  }

  get elapsed(): number {
    return this.running ? performance.now() - this.begun + this.ahead : 0;
  }

  /** The start time of newly added items. */
  begin(): number {
    if (!this.running) [this.begun, this.ahead] = [performance.now(), 0];
    return Math.max(this.length, this.elapsed);
  }

  /** Adds cues and animations; the times of both are relative to the start of the show. */
  add(cues: Cue[], animations: Animation[], end: number): void {
    this.cues.push(...cues);
    this.animations.push(...animations);
    this.length = Math.max(this.length, end);
    this.wait();
  }

  /** Skips to the next beat. */
  next(): void {
    if (!this.running) return;
    const to = this.cues[0]?.at ?? this.length;
    const by = to - this.elapsed;
    if (by > 0) {
      this.ahead += by;
      for (const animation of this.animations) animation.currentTime = Number(animation.currentTime ?? 0) + by;
    }
    this.wait();
  }

  /** Ends all animations. */
  end(): void {
    if (!this.running) return;
    clearTimeout(this.timer);
    for (const animation of this.animations) animation.cancel();
    [this.animations, this.cues, this.length] = [[], [], 0];
    this.onEnd();
  }

  private wait(): void {
    clearTimeout(this.timer);
    while (this.cues[0] && this.cues[0].at <= this.elapsed + 1) this.cues.shift()?.run();
    const left = (this.cues[0]?.at ?? this.length) - this.elapsed;
    if (left <= 0 && this.cues.length === 0) this.end();
    else this.timer = window.setTimeout(() => this.wait(), Math.max(0, left));
  }
}
