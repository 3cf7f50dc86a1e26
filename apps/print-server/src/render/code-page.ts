/** The letters of the printers' fixed code pages. Everything else is drawn. */
import type { codePages } from '@atoll/domain/contract/print';

const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■';
const cp858 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´±‗¾¶§÷¸°¨·¹³²■';

interface CodePage {
  /** The number by which ESC t chooses it. */
  readonly number: number;
  readonly bytes: ReadonlyMap<string, number>;
}

function page(number: number, upperHalf: string): CodePage {
  return { number, bytes: new Map(Array.from(upperHalf, (letter, at) => [letter, 0x80 + at])) };
}

const pages: Record<(typeof codePages)[number], CodePage> = { cp437: page(0, cp437), cp858: page(19, cp858) };

/** Can the printer's own letters write this? */
export function fitsCodePage(text: string, codePage: (typeof codePages)[number]): boolean {
  if (/^[ -~]*$/.test(text)) return true;
  for (const char of text) if ((char < ' ' || char > '~') && !pages[codePage].bytes.has(char)) return false;
  return true;
}

/** A text that fits the code page, in its bytes. (The encoder's own way copies the whole page for every line.) */
export function encodeText(text: string, codePage: (typeof codePages)[number]): number[] {
  const { bytes } = pages[codePage];
  return Array.from(text, (char) => bytes.get(char) ?? (char >= ' ' && char <= '~' ? char.charCodeAt(0) : 0x3f));
}

/** ESC t: from here on these are the printer's letters. */
export function chooseCodePage(codePage: (typeof codePages)[number]): number[] {
  return [0x1b, 0x74, pages[codePage].number];
}
