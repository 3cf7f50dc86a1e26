/** Publishes the server's `.local` names in the shop's network by multicast DNS. Source: R31.12, RFC 6762. */
import type { RemoteInfo } from 'node:dgram';
import { addressBytes } from '@atoll/domain/trust/address';
import createMulticastDns, { type MulticastDNS, type Options, type ResponseOutgoingPacket } from 'multicast-dns';
import type { StoreLog } from '../store/open-store.ts';
import { lanAddresses } from '../tls/wanted-names.ts';

type Answer = ResponseOutgoingPacket['answers'][number];
type Address = Extract<Answer, { readonly data: string }>;

/** How long an answer may be kept, in seconds: the usual time of a name of a host. */
const ttl = 120;
/** The port of multicast DNS: who asks from another one keeps nothing, and is answered alone. */
const ownPort = 5353;
const legacyTtl = 10;

export interface PublishOptions {
  readonly log: StoreLog;
  readonly addresses?: () => readonly string[];
  /** Where the network is asked; by itself the group of multicast DNS. */
  readonly network?: Options;
  /** How long each of three questions waits for another device of the name. */
  readonly probeMs?: number;
  /** After what time a name that another device has, or a port that another program has, is tried again. */
  readonly againMs?: number;
}

export interface Published {
  /** Whether the names are answered: nobody else has them. */
  isAnswered(): boolean;
  stop(): Promise<void>;
}

/**
 * Publishes names with the addresses of this machine: returns them to who asks. First it asks whether another device has one of
 * them; then it answers none, says so in the log, and tries again later. A failure of the network never reaches the server.
 */
export function publishNames(names: readonly string[], options: PublishOptions): Published {
  const { log, addresses = lanAddresses, network = {}, probeMs = 250, againMs = 60_000 } = options;
  const own = new Set(names.map((name) => name.toLowerCase()));
  let dns: MulticastDNS | undefined;
  let isOurs = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const answersTo = (name: string, type: string, seconds: number): Address[] =>
    own.has(name.toLowerCase()) ? recordsOf(name, type, addresses(), seconds) : [];
  const all = (seconds: number): Address[] => names.flatMap((name) => answersTo(name, 'ANY', seconds));
  const later = (run: () => void, ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
    timer.unref();
  };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      const closing = dns;
      dns = undefined;
      isOurs = false;
      closing?.removeAllListeners();
      // What it still says while it closes concerns nobody.
      closing?.on('error', () => undefined);
      if (closing) closing.destroy(resolve);
      else resolve();
    });
  const tryAgain = (fields: object, message: string): void => {
    if (isStopped) return;
    log.warn(fields, message);
    void close().then(() => {
      if (!isStopped) later(open, againMs);
    });
  };
  const probe = (questionsLeft: number): void => {
    if (questionsLeft > 0) {
      dns?.query({ questions: names.map((name) => ({ name, type: 'ANY' as never })) });
      later(() => probe(questionsLeft - 1), probeMs);
      return;
    }
    isOurs = true;
    dns?.respond(all(ttl));
  };
  const open = (): void => {
    const opened = createMulticastDns(network);
    dns = opened;
    opened.on('error', (error) => tryAgain({ err: error, names }, 'the names of the server could not be published'));
    opened.on('ready', () => probe(3));
    opened.on('response', ({ answers = [] }) => {
      const other = answers.find((answer) => own.has(answer.name.toLowerCase()) && isOfOther(answer, addresses()));
      if (other) tryAgain({ name: other.name }, 'another device has the name of the server, which is not published');
    });
    opened.on('query', ({ id, questions = [] }, from: RemoteInfo) => {
      if (!isOurs) return;
      const isLegacy = from.port !== ownPort;
      const answers = questions.flatMap(({ name, type }) => answersTo(name, type, isLegacy ? legacyTtl : ttl));
      if (answers.length === 0) return;
      if (isLegacy) opened.respond({ id: id ?? 0, questions, answers }, from);
      else opened.respond({ answers });
    });
  };

  if (names.length > 0) open();
  return {
    isAnswered: () => isOurs,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      // Others forget the names at once.
      if (isOurs) await new Promise((done) => dns?.respond(all(0), () => done(undefined)));
      await close();
    },
  };
}

/** Returns the records of a type ('ANY' for both kinds of addresses) of a name. */
function recordsOf(name: string, type: string, addresses: readonly string[], seconds: number): Address[] {
  return addresses.flatMap((data): Address[] => {
    const kind = addressBytes(data)?.length === 4 ? 'A' : 'AAAA';
    return type === kind || type === 'ANY' ? [{ name, type: kind, ttl: seconds, flush: seconds === ttl, data }] : [];
  });
}

/** Returns whether a record gives a name to an address that is none of these. */
function isOfOther(record: Answer, addresses: readonly string[]): boolean {
  return (record.type === 'A' || record.type === 'AAAA') && !addresses.includes(record.data);
}
