/** The questions of setup, at most seven for a machine, and what counts as an answer. Source: R31.19. */
import { isAbsolute } from 'node:path';
import { mayIssue, permittedFor } from '@atoll/domain/trust/permitted';
import { copiesProblem } from './copies.ts';
import { valueProblem } from './settings-file.ts';
import type { System } from './system.ts';
import { fingerprintProblem } from './till/authority.ts';

export const roles = ['server', 'till'] as const;
export type Role = (typeof roles)[number];

const keys = ['role', 'shop', 'address', 'fingerprint', 'name', 'tls', 'start', 'offsite', 'system'] as const;
/** The answers have the names of their flags. */
export type Key = (typeof keys)[number];
export type Answers = Readonly<Partial<Record<Key, string>>>;

export interface Question {
  readonly key: Key;
  readonly asks: string;
  readonly fallback: string;
  /** It is not asked: the plan says what it does, and a flag changes that. */
  readonly isFlagOnly?: true;
  /** Returns why a text is no answer; null when it is one. */
  readonly problem: (text: string, answers: Answers) => string | null;
}

const oneOf =
  (...allowed: readonly string[]) =>
  (text: string): string | null =>
    allowed.includes(text) ? null : `'${text}' is not ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`;

const shopLength = 60;

function shopProblem(text: string): string | null {
  if (text.length > shopLength) return `A name of at most ${shopLength} characters`;
  const problem = valueProblem(text);
  return problem === null ? null : `A name with ${problem}`;
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

const isName = (text: string): boolean =>
  text.length <= 253 && /[a-z]/i.test(text) && text.split('.').every((part) => label.test(part));

function nameProblem(text: string): string | null {
  return text === 'none' || isName(text) ? null : `'${text}' is no name such as pos.home.arpa; 'none' for none`;
}

function addressProblem(text: string, { addresses, root }: System): string | null {
  // A disk that is set up for another machine will have addresses of that one.
  const isOwn = addresses.some(({ address }) => address === text);
  if (isOwn || (root !== '' && /^(10|172|192)(\.\d{1,3}){3}$/.test(text))) return null;
  const own = addresses.map(({ address }) => address).join(', ');
  return `This machine does not have the address '${text}' in a private network, but ${own || 'none'}`;
}

function originProblem(text: string): string | null {
  const isOrigin = URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);
  return isOrigin ? null : `'${text}' is no address such as https://192.168.1.10`;
}

/** Returns the certificate and the key of an answer about https; null for another answer. */
export function filesOf(tls: string): { readonly cert: string; readonly key: string } | null {
  const [cert = '', key = '', ...more] = tls.split(',').map((path) => path.trim());
  return isAbsolute(cert) && isAbsolute(key) && more.length === 0 ? { cert, key } : null;
}

/** A public authority gives a certificate for a name of the internet only. */
const acmeProblem = ({ name = 'none' }: Answers): string | null =>
  name.includes('.') && !mayIssue(name, permittedFor([]))
    ? null
    : `acme needs a name that the internet knows, such as pos.example.com, not '${name}' (--name)`;

function tlsProblem(text: string, answers: Answers, isFile: (path: string) => boolean): string | null {
  if (text === 'own' || text === 'off') return null;
  if (text === 'acme') return acmeProblem(answers);
  const files = filesOf(text);
  if (files === null || valueProblem(text) !== null)
    return `'${text}' is not own, acme, off, or the full paths of a certificate and its key with a comma between them`;
  const missing = [files.cert, files.key].find((path) => !isFile(path));
  return missing === undefined ? null : `There is no file ${missing}`;
}

/** What questions need to know. */
interface Known {
  readonly system: System;
  readonly isFile: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  /** The answers of an earlier setup of this machine. */
  readonly before: Partial<Record<Role, Answers>>;
}

/** Returns the question about the role, which comes first. */
export const roleQuestion = ({ before }: Pick<Known, 'before'>): Question => ({
  key: 'role',
  asks: 'Is this machine the server, or a till with printers? (server, till)',
  fallback: before.server || !before.till ? 'server' : 'till',
  problem: oneOf(...roles),
});

const startQuestion = ({ hasSystemd, platform }: System): Question => ({
  key: 'start',
  asks: 'Start Atoll by itself whenever this machine starts? (yes, no)',
  fallback: platform !== 'linux' || hasSystemd ? 'yes' : 'no',
  problem: (text) =>
    text === 'yes' && platform === 'linux' && !hasSystemd
      ? 'This machine has no systemd, so setup cannot start Atoll by itself. Answer no, and start it by your own means'
      : oneOf('yes', 'no')(text),
});

/** Returns the answers that the settings of a former server give. */
function restoredAnswers({ SHOP_NAME, TLS, PUBLIC_URL, OFFSITE_TARGET }: System['restored']): Answers {
  const host = PUBLIC_URL !== undefined && URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL).hostname : '';
  return {
    ...(SHOP_NAME === undefined ? {} : { shop: SHOP_NAME }),
    // The files of a certificate are those of that machine.
    ...(TLS === 'own' || TLS === 'acme' || TLS === 'off' ? { tls: TLS } : {}),
    ...(isName(host) ? { name: host } : {}),
    ...(OFFSITE_TARGET === undefined ? {} : { offsite: OFFSITE_TARGET }),
  };
}

/** Returns the questions for a role, without those about the role itself. Defaults are the answers of before. */
export function questionsFor(role: Role, { system, isFile, isFolder, before }: Known): Question[] {
  const asked = role === 'till' ? tillQuestions(system) : serverQuestions(system, { isFile, isFolder });
  // Once the server was set up to start, its own answers count.
  const isRestored = role === 'server' && before.server?.start !== 'yes';
  const answers = { ...before[role], ...(isRestored ? restoredAnswers(system.restored) : {}) };
  return asked.map((question) => {
    const former = answers[question.key];
    // The router may have given the machine another address since.
    const isStill = former !== undefined && question.problem(former, answers) === null;
    return isStill ? { ...question, fallback: former } : question;
  });
}

const tillQuestions = (system: System): Question[] => [
  {
    key: 'address',
    asks: 'What is the address of the server, as this till opens it? (https://…)',
    fallback: '',
    problem: originProblem,
  },
  {
    key: 'fingerprint',
    asks: "Which 16 digits has the shop's authority (Settings, Trust), if this till does not trust the shop yet? (none)",
    fallback: 'none',
    problem: fingerprintProblem,
  },
  startQuestion(system),
];

const serverQuestions = (system: System, { isFile, isFolder }: Pick<Known, 'isFile' | 'isFolder'>): Question[] => [
  { key: 'shop', asks: 'What is the shop called?', fallback: 'Atoll', problem: shopProblem },
  {
    key: 'address',
    asks: 'At which address do tills reach this machine?',
    fallback: system.addresses[0]?.address ?? '',
    problem: (text) => addressProblem(text, system),
  },
  {
    key: 'name',
    asks: 'By which name should tills open it, if a router or a domain knows one? (none)',
    fallback: 'none',
    problem: nameProblem,
  },
  {
    key: 'tls',
    asks: 'https: by an authority of the shop (own), a public one (acme), your own files (CERTIFICATE,KEY), or none (off)?',
    fallback: 'own',
    problem: (text, answers) => tlsProblem(text, answers, isFile),
  },
  startQuestion(system),
  {
    key: 'offsite',
    asks: 'Where do encrypted copies go: a folder of another disk or share, sftp://, https:// (WebDAV), s3+https://, or none?',
    fallback: 'none',
    problem: (text) => copiesProblem(text, system.platform, isFolder),
  },
  {
    key: 'system',
    asks: 'May setup open the firewall for the local network and switch sleep off? (both, firewall, sleep, none)',
    fallback: 'both',
    isFlagOnly: true,
    problem: oneOf('both', 'firewall', 'sleep', 'none'),
  },
];

/** Returns the flag that is no flag of a role, if any. */
export const foreignFlag = (given: Answers, role: Role, questions: readonly Question[]): string | null => {
  const known = new Set<Key>(['role', ...questions.map(({ key }) => key)]);
  const foreign = keys.find((key) => given[key] !== undefined && !known.has(key));
  return foreign === undefined ? null : `--${foreign} is not for a ${role}`;
};
