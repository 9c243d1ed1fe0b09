// Short tones. There are no sound files: oscillators play the notes.

/** The frequencies of each sound, played one after the other. @type {Record<string, number[]>} */
const NOTES = { turn: [660, 880], play: [330], won: [523, 659, 784], lost: [392, 330, 262], alarm: [988, 988, 988], bomb: [110, 82, 65] };
const NOTE_S = 0.12;
const VOLUME = 0.06;

/** @type {AudioContext} */
let audio;

/** @param {'turn'|'play'|'won'|'lost'|'alarm'|'bomb'} name */
export function sound(name) {
  audio ??= new AudioContext();
  NOTES[name].forEach((frequency, place) => {
    const from = audio.currentTime + place * NOTE_S;
    const tone = new OscillatorNode(audio, { frequency, type: 'triangle' });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(VOLUME, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + NOTE_S);
  });
}
