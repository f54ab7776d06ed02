/** A few short, soft sounds, synthesized so that no files are loaded. They are off by default. */
const STORED = "croupier.sound";

export type Sound = "card" | "chip" | "dice" | "wheel";

let context: AudioContext | null = null;

export function soundIsOn(): boolean {
  return localStorage.getItem(STORED) === "yes";
}

export function setSound(on: boolean): void {
  localStorage.setItem(STORED, on ? "yes" : "no");
  if (on) play("chip");
}

/** Clicks of filtered noise: the pitch, the length in seconds, and the time of each. */
const SOUNDS: Record<Sound, { pitch: number; lasts: number; at: number[] }> = {
  card: { pitch: 1800, lasts: 0.06, at: [0] },
  chip: { pitch: 4200, lasts: 0.03, at: [0, 0.05] },
  dice: { pitch: 900, lasts: 0.05, at: [0, 0.12, 0.21, 0.28] },
  wheel: { pitch: 2600, lasts: 0.02, at: slower(0.05, 1.07, 2.9) },
};

/** Clicks with growing intervals, until an end. */
function slower(first: number, by: number, end: number): number[] {
  const at = [0];
  for (let [time, gap] = [first, first]; time < end; time += gap, gap *= by) at.push(time);
  return at;
}

const SOFT = 0.08;

/** Plays a sound; the returned function stops it. */
export function play(sound: Sound): () => void {
  if (!soundIsOn()) return () => undefined;
  context ??= new AudioContext();
  const audio = context;
  const { pitch, lasts, at } = SOUNDS[sound];
  const clicks = at.map((delay) => click(audio, pitch, lasts, audio.currentTime + delay));
  return () => clicks.forEach((one) => one.stop());
}

function click(audio: AudioContext, pitch: number, lasts: number, at: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 3;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = SOFT;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
  return source;
}
