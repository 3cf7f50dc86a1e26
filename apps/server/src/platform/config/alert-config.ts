/** Whom the server tells when something is bad. Read from the environment, so that it works while the database does not. Source: R31.43, decision 057. */
import * as z from 'zod';

const listed = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );
const httpUrl = z.url({ protocol: /^https?$/ });

/** The variables of messages. */
export const alertShape = {
  CARE_MINUTES: z.coerce.number().int().min(1).max(240).default(10),
  CARE_MAILS: listed.pipe(z.array(z.email()).max(5)),
  CARE_WEBHOOKS: listed.pipe(z.array(httpUrl).max(3)),
  CARE_WEBHOOK_SECRET: z.string().trim().min(16).optional(),
  HEARTBEAT_URL: httpUrl.optional(),
};

export interface AlertConfig {
  /** How long a thing is bad before the first message. */
  readonly minutes: number;
  readonly mails: readonly string[];
  readonly webhooks: readonly string[];
  /** Signs what webhooks get. */
  readonly secret: string;
  /** Called every five minutes while nothing of the server is bad. */
  readonly heartbeatUrl: string | undefined;
  /** The name of the shop in messages. */
  readonly shop: string;
}

/** Returns whom to tell. Throws with the variable that is missing. */
export function alertConfig(
  e: z.infer<z.ZodObject<typeof alertShape>> & { readonly SHOP_NAME?: string | undefined },
): AlertConfig {
  if (e.CARE_WEBHOOKS.length > 0 && !e.CARE_WEBHOOK_SECRET)
    throw new Error('The configuration is wrong:\n  CARE_WEBHOOK_SECRET: CARE_WEBHOOKS needs it');
  return {
    minutes: e.CARE_MINUTES,
    mails: e.CARE_MAILS,
    webhooks: e.CARE_WEBHOOKS,
    secret: e.CARE_WEBHOOK_SECRET ?? '',
    heartbeatUrl: e.HEARTBEAT_URL,
    shop: e.SHOP_NAME ?? 'Atoll',
  };
}

/** Returns the messages as a line to print: their number, because addresses of webhooks and heartbeats are secrets. */
export const describeAlerts = ({ mails, webhooks, heartbeatUrl }: AlertConfig): string =>
  `messages      ${mails.length} to mails, ${webhooks.length} to programs, heartbeat ${heartbeatUrl ? 'yes' : 'no'}`;
