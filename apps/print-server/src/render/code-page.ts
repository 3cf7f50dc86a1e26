/** The characters of the printers' fixed code pages. All others are drawn. */
import type { codePages } from '@atoll/domain/contract/bill/print';

const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■';
const cp858 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´±‗¾¶§÷¸°¨·¹³²■';

interface CodePage {
  /** The number that selects it in ESC t. */
  readonly number: number;
  readonly bytes: ReadonlyMap<string, number>;
}

function page(number: number, upperHalf: string): CodePage {
  return { number, bytes: new Map(Array.from(upperHalf, (letter, at) => [letter, 0x80 + at])) };
}

const pages: Record<(typeof codePages)[number], CodePage> = { cp437: page(0, cp437), cp858: page(19, cp858) };

/** True when the printer's own characters can write the text. */
export function fitsCodePage(text: string, codePage: (typeof codePages)[number]): boolean {
  if (/^[ -~]*$/.test(text)) return true;
  for (const char of text) if ((char < ' ' || char > '~') && !pages[codePage].bytes.has(char)) return false;
  return true;
}

/** Returns the bytes of a text that fits the code page. (The encoder's own function copies the whole page for every line.) */
export function encodeText(text: string, codePage: (typeof codePages)[number]): number[] {
  const { bytes } = pages[codePage];
  return Array.from(text, (char) => bytes.get(char) ?? (char >= ' ' && char <= '~' ? char.charCodeAt(0) : 0x3f));
}

/** Returns ESC t, which selects the code page for what follows. */
export function chooseCodePage(codePage: (typeof codePages)[number]): number[] {
  return [0x1b, 0x74, pages[codePage].number];
}
