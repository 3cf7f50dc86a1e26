/** Decodes ESC/POS bytes into the printed document. Written from the printers' manuals, not from Atoll's renderer, so that tests find its mistakes. */

export interface PaperLine {
  text: string;
  double: boolean;
  bold: boolean;
  inverse: boolean;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rows: Uint8Array[];
}

export interface Decoded {
  readonly lines: PaperLine[];
  readonly pictures: Picture[];
  readonly qr: string[];
  /** The number of lines on the paper at each cut. */
  readonly cuts: number[];
  /** How often the drawer was opened. */
  readonly pulses: number;
  readonly codePages: number[];
  /** How often the printer was asked to confirm what it printed. */
  readonly confirmations: number;
}

/** Characters above ASCII that the tests use, by their byte in code page 858. */
const high = new Map<number, string>(
  Object.entries({
    0x82: 'é',
    0x8a: 'è',
    0x81: 'ü',
    0xa4: 'ñ',
    0x87: 'ç',
    0x9d: 'Ø',
    0x9c: '£',
    0xd5: '€',
    0xab: '½',
  }).map(([byte, letter]) => [Number(byte), letter]),
);

/** Decodes the bytes that a printer gets. Throws at a command that Atoll does not use. */
export function decode(bytes: Uint8Array): Decoded {
  const lines: PaperLine[] = [];
  const pictures: Picture[] = [];
  const result = { qr: [] as string[], cuts: [] as number[], codePages: [] as number[], pulses: 0, confirmations: 0 };
  let offset = 0;
  let style = { double: false, bold: false, inverse: false };
  let line: PaperLine | null = null;
  let qrData = '';
  const byte = () => {
    const value = bytes[offset];
    if (value === undefined) throw new Error(`the stream ends in the middle of a command at ${offset}`);
    offset += 1;
    return value;
  };
  const endLine = () => {
    lines.push(line ?? { text: '', ...style, inverse: false });
    line = null;
  };
  // By the first two bytes; each function reads the parameters that follow.
  const commands: Record<string, () => void> = {
    // ESC @: reset.
    '1b 40': () => {
      style = { double: false, bold: false, inverse: false };
    },
    // FS . (no Kanji mode), ESC M (font), ESC a (alignment), ESC t (code page).
    '1c 2e': () => undefined,
    '1b 4d': () => void byte(),
    '1b 61': () => void byte(),
    '1b 74': () => void result.codePages.push(byte()),
    // ESC E: bold.
    '1b 45': () => {
      style = { ...style, bold: byte() === 1 };
    },
    // GS B: white on black.
    '1d 42': () => {
      style = { ...style, inverse: byte() === 1 };
    },
    // GS !: size.
    '1d 21': () => {
      style = { ...style, double: byte() === 0x11 };
    },
    // ESC p: opens the drawer.
    '1b 70': () => {
      offset += 3;
      result.pulses += 1;
    },
    // GS V: cut.
    '1d 56': () => {
      byte();
      result.cuts.push(lines.length);
    },
    // GS v 0: picture. A tall one comes in parts of 24 rows, which are put together.
    '1d 76': () => {
      offset += 2;
      const width = byte() + byte() * 256;
      const height = byte() + byte() * 256;
      const rows = Array.from({ length: height }, (_, row) =>
        bytes.subarray(offset + row * width, offset + (row + 1) * width),
      );
      offset += width * height;
      const before = pictures.at(-1);
      const last = lines.at(-1);
      if (before && last?.text === '[picture]' && line === null && before.height % 24 === 0) {
        pictures[pictures.length - 1] = { ...before, height: before.height + height, rows: [...before.rows, ...rows] };
        return;
      }
      pictures.push({ width: width * 8, height, rows });
      lines.push({ text: '[picture]', double: false, bold: false, inverse: false });
    },
    // GS ( H: asks for a confirmation. GS ( k: QR code.
    '1d 28': () => {
      const kind = byte();
      const length = byte() + byte() * 256;
      const data = Buffer.from(bytes.subarray(offset, offset + length));
      offset += length;
      if (kind === 0x48) result.confirmations += 1;
      else if (kind === 0x6b && data[1] === 0x50) qrData = data.subarray(3).toString('latin1');
      else if (kind === 0x6b && data[1] === 0x51) result.qr.push(qrData);
      else if (kind !== 0x6b) throw new Error(`unknown command GS ( ${kind}`);
    },
    // DLE EOT: asks for the status.
    '10 04': () => void byte(),
  };
  while (offset < bytes.length) {
    const first = byte();
    if (first === 0x0a) endLine();
    else if (first >= 0x20 && first !== 0x7f) {
      line ??= { text: '', ...style };
      const letter = first < 0x7f ? String.fromCharCode(first) : (high.get(first) ?? `\\x${first.toString(16)}`);
      line.text += letter;
      if (letter !== ' ') Object.assign(line, style);
    } else {
      const name = `${first.toString(16).padStart(2, '0')} ${byte().toString(16).padStart(2, '0')}`;
      const command = commands[name];
      if (!command) throw new Error(`unknown command ${name} at ${offset - 2}`);
      command();
    }
  }
  return { lines, pictures, ...result };
}

/** Returns the printed text without the blank lines that feed the paper to the cutter. */
export function decodedText(bytes: Uint8Array): string[] {
  return decode(bytes).lines.map((line) => line.text.trimEnd());
}
