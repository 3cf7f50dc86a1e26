/** The outlet's logo on paper: the print server fetches nothing, so the till sends the picture itself. Source: R18.23, docs/rules.md#print-body. */
import type { PrintBody } from '@atoll/domain/contract/bill/print';

/** In px: what a receipt printer shows of a logo, and more. */
const maxWidth = 512;
const maxHeight = 160;
/** The print server takes 300,000 characters. */
const maxChars = 250_000;
/** A bill does not wait longer for its logo. */
const waitMs = 1500;

/** Pictures as data URIs by their path on the server, where each path has the same picture forever. */
const known = new Map<string, string>();

const dataUri = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The picture could not be read'));
    reader.readAsDataURL(blob);
  });

/** Returns a picture of the server on white, small enough for a job. */
async function fetchPicture(path: string): Promise<string> {
  const answer = await fetch(path, { cache: 'force-cache', signal: AbortSignal.timeout(waitMs) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const picture = await createImageBitmap(await answer.blob());
  const scale = Math.min(1, maxWidth / picture.width, maxHeight / picture.height);
  const [width, height] = [picture.width, picture.height].map((size) => Math.max(1, Math.round(size * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('There is no canvas');
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const sharp = await dataUri(await canvas.convertToBlob({ type: 'image/png' }));
  return sharp.length <= maxChars ? sharp : dataUri(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 }));
}

/** Returns the job with the logo as a picture; as it is when the picture cannot be had in time. */
export async function withLogo(body: PrintBody): Promise<PrintBody> {
  const path = body.outlet.logo;
  if (!path?.startsWith('/files/')) return body;
  try {
    const logo = known.get(path) ?? (await fetchPicture(path));
    known.set(path, logo);
    return logo.length > maxChars ? body : { ...body, outlet: { ...body.outlet, logo } };
  } catch {
    return body;
  }
}
