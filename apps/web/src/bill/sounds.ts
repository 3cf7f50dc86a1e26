/** The sounds of tills and kitchen screens. Silent where the browser allows no sound yet. */
import { on } from '../api/event.ts';

let audio: AudioContext | undefined;

interface Tone {
  /** Seconds after the start of the sound. */
  readonly at: number;
  /** Hertz. */
  readonly frequency: number;
}

/** Plays short tones. */
function play(tones: readonly Tone[]): void {
  audio ??= new AudioContext();
  const start = audio.currentTime;
  for (const { at, frequency } of tones) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.2, start + at);
    volume.gain.exponentialRampToValueAtTime(0.001, start + at + 0.2);
    tone.connect(volume).connect(audio.destination);
    tone.start(start + at);
    tone.stop(start + at + 0.2);
  }
}

/** Plays two falling tones for each ticket that did not reach the kitchen, until the returned function is called. */
export function soundFailedTickets(): () => void {
  return on('sound', () =>
    play([
      { at: 0, frequency: 880 },
      { at: 0.22, frequency: 587 },
    ]),
  );
}

/** Plays two equal low tones: what was scanned is not on the bill. */
export function soundRefusedScan(): void {
  play([
    { at: 0, frequency: 330 },
    { at: 0.16, frequency: 330 },
  ]);
}

/** Plays three equal high tones: a ticket waits in the kitchen and nobody has touched it. */
export function soundUnseenTicket(): void {
  play([
    { at: 0, frequency: 988 },
    { at: 0.25, frequency: 988 },
    { at: 0.5, frequency: 988 },
  ]);
}
