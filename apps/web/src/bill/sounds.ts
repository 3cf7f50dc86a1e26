import { on } from '../api/event.ts';

let audio: AudioContext | undefined;

/** Plays two short falling tones: a ticket did not reach the kitchen. Silent where the browser allows no sound yet. */
function alarm(): void {
  audio ??= new AudioContext();
  const start = audio.currentTime;
  for (const [at, frequency] of [
    [0, 880],
    [0.22, 587],
  ] as const) {
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

/** Plays the alarm for failed tickets until the returned function is called. */
export function soundFailedTickets(): () => void {
  return on('sound', alarm);
}
