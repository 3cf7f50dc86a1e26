/** Sends mail: through SMTP_URL, or as a file in the outbox of the data folder. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';

export interface MailAttachment {
  readonly filename: string;
  readonly content: string | Buffer;
  readonly contentType: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly MailAttachment[];
}

export type Mailer = (mail: Mail) => Promise<void>;

/** A mailer that counts. */
export interface CountedMailer {
  readonly send: Mailer;
  /** Returns how many mails wait: those that are being sent, and those in the outbox of the data folder. */
  waiting(): Promise<number>;
  /** Returns how many could not be sent since the start. */
  failed(): number;
}

const from = 'Atoll <no-reply@atoll.local>';

const letterOf = ({ attachments = [], ...mail }: Mail) => ({ from, ...mail, attachments: [...attachments] });

// Loaded with the first mail: most servers never send one.
const nodemailer = () => import('nodemailer');

const outboxOf = ({ dataDir }: Config): string => join(dataDir, 'outbox');

/** Creates the mailer of the configuration. */
export function createMailer(config: Config): Mailer {
  const { smtpUrl } = config;
  if (smtpUrl) {
    return async (mail) => {
      const { createTransport } = await nodemailer();
      await createTransport(smtpUrl).sendMail(letterOf(mail));
    };
  }
  const outbox = outboxOf(config);
  return async (mail) => {
    const { createTransport } = await nodemailer();
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(letterOf(mail));
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    await writeFile(join(outbox, `${Date.now()}-${randomUUID()}.eml`), message as Buffer, { mode: 0o600 });
  };
}

/** Returns a mailer whose mails are counted. */
export function countMails(mailer: Mailer, config: Config): CountedMailer {
  const kept = config.smtpUrl ? undefined : filesOf(outboxOf(config));
  let [sending, failures] = [0, 0];
  return {
    async send(mail) {
      sending += 1;
      try {
        await mailer(mail);
      } catch (error) {
        failures += 1;
        throw error;
      } finally {
        sending -= 1;
      }
    },
    waiting: async () => sending + ((await kept?.()) ?? 0),
    failed: () => failures,
  };
}

/** Returns a function that counts the files of a folder; it is read again only after it changed. */
function filesOf(folder: string): () => Promise<number> {
  let known = { changedMs: -1, count: 0 };
  return async () => {
    const changedMs = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (changedMs !== known.changedMs)
      known = {
        changedMs,
        count: changedMs === 0 ? 0 : (await readdir(folder)).filter((file) => file.endsWith('.eml')).length,
      };
    return known.count;
  };
}
