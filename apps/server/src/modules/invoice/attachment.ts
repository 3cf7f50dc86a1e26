/**
 * Attachments of purchase invoices: pictures are encoded again, PDFs are kept unchanged. Only users who may read invoices can download them. Source:
 * docs/rules.md#attachments.
 */
import { createHash } from 'node:crypto';
import { attachmentKinds, type KeptAttachment, maxAttachmentBytes } from '@atoll/domain/contract/stock/purchase';
import type { FastifyReply } from 'fastify';
import { Refused, refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { fittedPicture, isPicture } from '../../platform/image/image.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { storeFile } from '../file/service.ts';
import { privateFile } from '../outlet/service.ts';

type Mime = KeptAttachment['mime'];

/** Longest side of a picture. A scanned page is still readable at this size. */
const maxPixels = 2400;
const basePath = '/ims/invoice/attachment/';

/** Returns whether the bytes are a whole PDF, by its header and its end mark. */
function isPdf(bytes: Buffer): boolean {
  const ending = bytes.subarray(-1024).toString('latin1');
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' && ending.includes('%%EOF');
}

async function contentOf(bytes: Buffer): Promise<{ readonly mime: Mime; readonly content: Buffer }> {
  if (isPdf(bytes)) return { mime: 'application/pdf', content: bytes };
  if (!isPicture(bytes)) throw refused('attachmentUnreadable');
  try {
    return await fittedPicture(bytes, maxPixels, maxAttachmentBytes);
  } catch (error) {
    throw error instanceof Refused ? refused('attachmentUnreadable') : error;
  }
}

/** Stores a file and returns its address. The same file has the same address. Refused: 'attachmentUnreadable'. */
export async function saveAttachment(
  store: Store,
  actor: Actor,
  bytes: Buffer,
): Promise<Pick<KeptAttachment, 'url' | 'mime'>> {
  const { mime, content } = await contentOf(bytes);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const key = `${privateFile}${sha256.slice(0, 32)}`;
  await storeFile(store, actor, { key, mime, sha256, content });
  return { url: basePath + key, mime };
}

/** Returns the attachments of an invoice with their MIME types. Refused: 'invalid' at an attachment that is not a file of this outlet. */
export async function findAttachments(
  tx: OutletTx,
  sent: readonly Pick<KeptAttachment, 'name' | 'url'>[],
): Promise<KeptAttachment[]> {
  if (sent.length === 0) return [];
  const { outletId } = tx.head;
  // Pictures of earlier releases have the outlet's public address.
  const keyOf = (url: string) =>
    [basePath, `/files/${outletId}/`].flatMap((begin) => (url.startsWith(begin) ? [url.slice(begin.length)] : []))[0] ??
    '';
  const rows = await tx.db
    .selectFrom('file')
    .select(['key', 'mime'])
    .where('outlet_id', '=', outletId)
    .where('key', 'in', [...new Set(sent.map(({ url }) => keyOf(url)))])
    .execute();
  return sent.map(({ name, url }, index) => {
    const mime = attachmentKinds.find((one) => one === rows.find(({ key }) => key === keyOf(url))?.mime);
    if (!mime)
      throw refused('invalid', { errors: { [`attachments[${index}].url`]: 'File not found. Choose it again' } });
    return { name, url, mime };
  });
}

/** Sends a file as a download that no browser runs. Refused: 'notFound'. */
export async function sendAttachment(
  store: Store,
  outletId: number,
  key: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const row = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('file')
      .select(['mime', 'content'])
      .where('outlet_id', '=', outletId)
      .where('key', '=', key)
      .executeTakeFirst(),
  );
  if (!row || !key.startsWith(privateFile)) throw refused('notFound');
  const ending = row.mime === 'application/pdf' ? 'pdf' : 'webp';
  return reply
    .header('content-type', row.mime)
    .header('content-disposition', `attachment; filename="attachment.${ending}"`)
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .send(Buffer.from(row.content));
}
