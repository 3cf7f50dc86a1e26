/** Mail: through SMTP_URL, or as a file in the outbox of the data folder. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type Mailer = (mail: Mail) => Promise<void>;

const from = 'Atoll <no-reply@atoll.local>';

/** Makes the mailer of the configuration. */
export function createMailer(config: Config): Mailer {
  if (config.smtpUrl) {
    const transport = createTransport(config.smtpUrl);
    return async (mail) => {
      await transport.sendMail({ from, ...mail });
    };
  }
  const outbox = join(config.dataDir, 'outbox');
  const composer = createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await composer.sendMail({ from, ...mail });
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    await writeFile(join(outbox, `${Date.now()}-${randomUUID()}.eml`), message as Buffer, { mode: 0o600 });
  };
}
