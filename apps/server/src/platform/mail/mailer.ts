/** Sends mail: through SMTP_URL, or as a file in the outbox of the data folder. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
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

const from = 'Atoll <no-reply@atoll.local>';

const letterOf = ({ attachments = [], ...mail }: Mail) => ({ from, ...mail, attachments: [...attachments] });

// Loaded with the first mail: most servers never send one.
const nodemailer = () => import('nodemailer');

/** Creates the mailer of the configuration. */
export function createMailer(config: Config): Mailer {
  const { smtpUrl } = config;
  if (smtpUrl) {
    return async (mail) => {
      const { createTransport } = await nodemailer();
      await createTransport(smtpUrl).sendMail(letterOf(mail));
    };
  }
  const outbox = join(config.dataDir, 'outbox');
  return async (mail) => {
    const { createTransport } = await nodemailer();
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(letterOf(mail));
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    await writeFile(join(outbox, `${Date.now()}-${randomUUID()}.eml`), message as Buffer, { mode: 0o600 });
  };
}
