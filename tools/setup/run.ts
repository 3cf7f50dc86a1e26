/** The command setup: asks, prints the plan, and acts after 'yes'. Source: R31.19 to R31.23. */
import { dirname } from 'node:path';
import { type Answers, foreignFlag, type Question, questionsFor, type Role, roleQuestion } from './answers.ts';
import { apply, undoAll, type Work, workOf } from './apply.ts';
import { type FirstVisit, firstVisitLines, type Made } from './first-visit.ts';
import { type Flags, readFlags, usage } from './flags.ts';
import type { Machine } from './machine.ts';
import { notBuilt, type Plan, placeProblem, planFor, recordPath } from './plan.ts';
import { readRecord, removeRecord, type SetupRecord } from './record.ts';
import { readValues, settingsFolder } from './settings-file.ts';
import { describeSystem, type System } from './system.ts';
import { authorityOf } from './till/authority.ts';
import { firefoxPath } from './till/places.ts';
import { authorityPath } from './till/stores.ts';

export interface Dialog {
  say(line: string): void;
  /** Returns a line that the person typed; null at the end of the input. */
  ask(prompt: string): Promise<string | null>;
}

/** Where setup runs from. */
export interface Release {
  readonly folder: string;
  readonly node: string;
  /** Of an archive: where it was unpacked. `folder` is then the link to the release that is in use. */
  readonly unpacked?: string;
  /** How a person runs setup. */
  readonly command: readonly string[];
}

/** Why setup ends without a change. */
class Stopped extends Error {}

/** Returns what a call returns; when it fails, setup ends with its words. */
function orStop<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new Stopped((error as Error).message);
  }
}

interface Session {
  readonly machine: Machine;
  readonly dialog: Dialog;
  readonly flags: Flags;
  readonly firstVisit: ReadFirstVisit;
  readonly fetchAuthority: FetchAuthority;
}

/** Gets the authority of the server at an address, as PEM. */
type FetchAuthority = (origin: string) => Promise<string>;

/** Reads what the server in a data folder has made; waits for it after a start. */
export type ReadFirstVisit = (dataDir: string, made: Made, isStarting: boolean) => Promise<FirstVisit>;

async function answerTo(
  { key, asks, fallback, isFlagOnly, problem: problemOf }: Question,
  { dialog, flags }: Session,
  before: Answers = {},
): Promise<string> {
  const problem = (text: string) => problemOf(text, before);
  const given = flags.given[key] ?? (flags.yes || isFlagOnly ? fallback : undefined);
  if (given !== undefined) {
    if (given === '') throw new Stopped(`--${key} is missing. ${asks}`);
    const wrong = problem(given);
    if (wrong !== null) throw new Stopped(`--${key}: ${wrong}.`);
    return given;
  }
  for (;;) {
    const typed = await dialog.ask(fallback === '' ? `${asks} ` : `${asks} [${fallback}] `);
    if (typed === null) throw new Stopped('The answers ended early: nothing was changed.');
    const answer = typed.trim() === '' ? fallback : typed.trim();
    const wrong = answer === '' ? 'This needs an answer' : problem(answer);
    if (wrong === null) return answer;
    dialog.say(`${wrong}.`);
  }
}

async function askAll(
  session: Session,
  record: SetupRecord,
  known: Omit<Parameters<typeof questionsFor>[1], 'before'>,
): Promise<{ role: Role; answers: Answers }> {
  const before = record.answers;
  const role = (await answerTo(roleQuestion({ before }), session)) as Role;
  const questions = questionsFor(role, { ...known, before });
  const foreign = foreignFlag(session.flags.given, role, questions);
  if (foreign !== null) throw new Stopped(`${foreign}.`);
  let answers: Answers = {};
  for (const question of questions)
    answers = { ...answers, [question.key]: await answerTo(question, session, answers) };
  return { role, answers };
}

async function isAgreed({ dialog, flags }: Session): Promise<boolean> {
  if (flags.yes) return true;
  const typed = await dialog.ask("Type 'yes' to go on: ");
  if (typed?.trim().toLowerCase() === 'yes') return true;
  dialog.say('Nothing was changed.');
  return false;
}

const numbered = (lines: readonly string[]): string[] =>
  lines.map((line, index) => `  ${String(index + 1).padStart(2)}. ${line}`);

async function undo(session: Session, record: SetupRecord, path: string): Promise<number> {
  const { machine, dialog, flags } = session;
  if (record.entries.length === 0) {
    dialog.say('Nothing to take back.');
    // A setup that ended before its first change left its record.
    if (!flags.isDryRun) removeRecord(machine, path, record);
    return 0;
  }
  dialog.say('Setup takes back what it changed; data, backups and the authority of the shop stay:');
  for (const line of numbered(record.entries.toReversed().map(({ change }) => change.undoes))) dialog.say(line);
  if (flags.isDryRun) return 0;
  if (!(await isAgreed(session))) return 1;
  await undoAll(machine, record, { path, say: dialog.say });
  dialog.say('Everything else is as it was.');
  return 0;
}

function printPlan({ dialog }: Session, { back, todo }: Work, notes: readonly string[]): void {
  dialog.say('Setup will:');
  for (const line of numbered([...back.map(({ change }) => change.undoes), ...todo.map(({ says }) => says)]))
    dialog.say(line);
  for (const note of notes) dialog.say(note);
}

/** Says what the first visit and other devices need, as the server that runs has it. */
async function sayFirstVisit(session: Session, { role, answers }: Plan, isStarting: boolean): Promise<void> {
  const { machine, dialog, firstVisit } = session;
  if (role !== 'server' || answers.start !== 'yes' || machine.root !== '') return;
  const values = readValues(machine.read(`${settingsFolder[machine.platform]}/server.env`));
  const made = { hasAuthority: answers.tls === 'own', hasStore: values['DATABASE_URL'] === undefined };
  for (const line of firstVisitLines(await firstVisit(values['DATA_DIR'] ?? '', made, isStarting))) dialog.say(line);
}

/** Returns the authority that a till is to trust; null for none. Fetched once: what an earlier setup wrote is compared again. */
async function authorityFor(session: Session, system: System, { address = '', fingerprint = 'none' }: Answers) {
  const { machine, dialog, fetchAuthority } = session;
  if (fingerprint === 'none') return null;
  if (machine.root !== '')
    throw new Stopped('--fingerprint: a disk in a folder trusts nobody yet. Run setup on the till itself.');
  const kept = machine.read(authorityPath(system));
  try {
    if (kept !== null) return authorityOf(kept, fingerprint);
  } catch {
    // Of another shop, or damaged: the server has the right one.
  }
  dialog.say(`Getting the certificate of the shop's authority from ${address} ...`);
  const pem = await fetchAuthority(address).catch((error: Error) => {
    throw new Stopped(`${address} did not give the certificate of its authority: ${error.message}.`);
  });
  return orStop(() => authorityOf(pem, fingerprint));
}

/** Returns the policies of Firefox as others wrote them: without what an earlier setup added. */
function othersPolicies({ firefoxPolicies }: System, { entries }: SetupRecord): string | null {
  const own = entries.find(({ change }) => change.kind === 'file' && change.path === firefoxPath);
  const isOwn = own?.change.kind === 'file' && own.change.content === firefoxPolicies;
  return isOwn && typeof own.before !== 'object' ? String(own.before) : isOwn ? null : firefoxPolicies;
}

async function setUp(session: Session, record: SetupRecord, path: string, release: Release): Promise<number> {
  const { machine, dialog, flags } = session;
  const described = await describeSystem(machine, release);
  const system = { ...described, firefoxPolicies: othersPolicies(described, record) };
  const problem = placeProblem(system);
  if (problem !== null) throw new Stopped(problem);
  const isFile = (file: string): boolean => machine.stat(file)?.isFile() === true;
  const isFolder = (folder: string): boolean => machine.stat(folder)?.isDirectory() === true;
  const { role, answers } = await askAll(session, record, { system, isFile, isFolder });
  if (role === 'server' && !system.isBuilt) throw new Stopped(notBuilt(system));
  const authority = await authorityFor(session, system, answers);
  const plan = orStop(() => planFor(role, answers, system, authority));
  const work = await workOf(machine, record, plan);
  if (work.todo.length === 0 && work.back.length === 0) {
    dialog.say('Nothing to change.');
    for (const note of plan.notes) dialog.say(note);
    await sayFirstVisit(session, plan, false);
    return 0;
  }
  printPlan(session, work, plan.notes);
  if (flags.isDryRun) return 0;
  if (!(await isAgreed(session))) return 1;
  await apply(machine, record, work, { path, say: dialog.say });
  await sayFirstVisit(session, plan, true);
  dialog.say(
    `Setup is done.${release.unpacked === undefined ? ' npm run doctor tests the machine.' : role === 'server' ? ` ${dirname(release.folder)}/atoll doctor tests the machine.` : ''}`,
  );
  return 0;
}

const quoted = (arg: string): string =>
  /^[\w./:=,-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`;
const quotedForWindows = (arg: string): string => (/^[\w.\\/:=,-]+$/.test(arg) ? arg : `"${arg}"`);

/** Returns what a person without the rights runs instead. */
async function rightsAdvice(machine: Machine, command: readonly string[]): Promise<string> {
  if (machine.platform === 'win32')
    return `Open a terminal as administrator and run:\n  ${command.map(quotedForWindows).join(' ')}`;
  const line = command.map(quoted).join(' ');
  const hasSudo = (await machine.run('sudo', ['--version'])).code === 0;
  return hasSudo ? `Run:\n  sudo ${line}` : `Run as root:\n  ${line}`;
}

interface Surroundings {
  readonly dialog: Dialog;
  readonly open: (root: string) => Machine;
  readonly release: Release;
  readonly firstVisit: ReadFirstVisit;
  readonly fetchAuthority: FetchAuthority;
}

/**
 * Runs setup with its flags, and returns how it ends: 0 when it did what was asked or there was nothing to do, 1 when it refused or something failed,
 * 2 without the rights (R31.21).
 */
export async function runSetup(
  args: readonly string[],
  { dialog, open, release, firstVisit, fetchAuthority }: Surroundings,
): Promise<0 | 1 | 2> {
  let recorded = false;
  try {
    const flags = readFlags(args);
    if (flags.help) {
      dialog.say(usage);
      return 0;
    }
    const machine = open(flags.root);
    const session = { machine, dialog, flags, firstVisit, fetchAuthority };
    const path = recordPath(machine.platform);
    if (!(flags.isDryRun || (await machine.isAdministrator()))) {
      dialog.say('Setup changes users, services and the firewall, for which you lack the rights. Nothing was changed.');
      dialog.say(await rightsAdvice(machine, [...release.command, ...args]));
      return 2;
    }
    const record = readRecord(machine, path);
    recorded = true;
    const code = flags.undo ? await undo(session, record, path) : await setUp(session, record, path, release);
    return code === 0 ? 0 : 1;
  } catch (error) {
    dialog.say((error as Error).message);
    if (recorded && !(error instanceof Stopped))
      dialog.say('What was done is recorded. Run setup again to go on, or setup --undo to take it back.');
    return 1;
  }
}
