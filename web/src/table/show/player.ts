/**
 * Plays beats: animations that begin and sentences that are said at their time. All animations lead to what the page shows
 * anyhow, so that ending them at any moment shows the table as it is.
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
  /** By how much beats that were skipped have put the show ahead of the clock. */
  private ahead = 0;
  private timer = 0;

  constructor(private readonly onEnd: () => void) {}

  get running(): boolean {
    return this.length > 0;
  }

  get elapsed(): number {
    return this.running ? performance.now() - this.begun + this.ahead : 0;
  }

  /** Where what is added now begins. */
  begin(): number {
    if (!this.running) [this.begun, this.ahead] = [performance.now(), 0];
    return Math.max(this.length, this.elapsed);
  }

  /** Adds cues and animations, the times of both counted from the beginning of the show. */
  add(cues: Cue[], animations: Animation[], end: number): void {
    this.cues.push(...cues);
    this.animations.push(...animations);
    this.length = Math.max(this.length, end);
    this.wait();
  }

  /** Goes on to the next beat. */
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

  /** Everything stands where it belongs. */
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
