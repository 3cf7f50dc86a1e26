import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root, stop } from './folder.mjs';

/** An import would also read the parts of the module that load more when they are read: 15 MB for as long as Atoll runs. */
const http = /** @type {typeof import('node:http')} */ (createRequire(import.meta.url)('node:http'));

/**
 * The process that started us. The shell between npm and us ends on a signal without passing it on; we notice that it
 * is gone.
 */
const parent = process.ppid;
const isRunByNpm = process.env['npm_lifecycle_event'] !== undefined;

/**
 * The programs of `npm start` and `npm run dev`: when one ends, all end; a signal to us goes to each.
 * @typedef {import('node:child_process').ChildProcess} Child
 */
export class ProcessGroup {
  /** @type {Map<string, Child>} */
  #children = new Map();
  #ending = false;
  #exitCode = 0;

  constructor() {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => this.end());
    }
    if (isRunByNpm) setInterval(() => this.#endAlone(), 250).unref();
  }

  /**
   * @param {string} name as people know it
   * @param {string} program
   * @param {string[]} args
   * @param {{ env: NodeJS.ProcessEnv, cwd?: string }} options
   */
  run(name, program, args, { env, cwd = root }) {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    this.#children.set(name, child);
    child.on('error', (cause) => this.#ended(name, `could not start: ${cause.message}`, 1));
    child.on('exit', (code, signal) =>
      this.#ended(name, signal ? `was ended by ${signal}` : `ended with ${code}`, code ?? 1),
    );
  }

  #endAlone() {
    if (process.ppid !== parent && !this.#ending) this.end();
  }

  /** @param {string} name @param {string} how @param {number} code */
  #ended(name, how, code) {
    if (!this.#children.delete(name)) return;
    if (!this.#ending) {
      process.stderr.write(`The ${name} ${how}.\n`);
      this.end(code || 1);
    }
    if (this.#children.size === 0) process.exit(this.#exitCode);
  }

  /** Ends the running programs; each may finish what it is writing. A second call does not wait for that. */
  end(code = 0) {
    const signal = this.#ending ? 'SIGKILL' : 'SIGTERM';
    if (!this.#ending) this.#exitCode = code;
    this.#ending = true;
    for (const child of this.#children.values()) child.kill(signal);
    if (this.#children.size === 0) process.exit(this.#exitCode);
  }

  get isEnding() {
    return this.#ending;
  }
}

/**
 * Checks a port.
 * @param {number} port @returns {Promise<boolean>} whether no program listens on it on this machine
 */
export function isFree(port) {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => answer(true)));
  });
}

/**
 * Reads an address; the program that waits for the servers keeps running beside them, and loads nothing larger for it.
 * @param {string} url
 * @returns {Promise<{ status: number, body: string }>} rejects when nothing answers for 2 s
 */
export function read(url) {
  return new Promise((answer, fail) => {
    const request = http.get(url, { agent: false, timeout: 2000 }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (/** @type {string} */ text) => {
        body += text;
      });
      response.on('end', () => answer({ status: response.statusCode ?? 0, body }));
      response.on('error', fail);
    });
    request.on('timeout', () => request.destroy(new Error(`${url} does not answer`)));
    request.on('error', fail);
  });
}

/** How often a program that starts slowly is told of. */
const tellMs = 60_000;

/**
 * Waits until the address answers 200, however long that takes: a slow machine, an update of many bills or a database that is away are no reason to end.
 * @param {string} url
 * @param {{ gaveUp: () => boolean, tell: (seconds: number) => void, everyMs?: number }} waiting `tell` is called each minute
 * @returns {Promise<boolean>} false when `gaveUp` does so
 */
export async function answers(url, { gaveUp, tell, everyMs = tellMs }) {
  const startedAt = Date.now();
  for (let told = 1; !gaveUp(); ) {
    try {
      const { status } = await read(url);
      if (status >= 200 && status < 300) return true;
    } catch {
      // Not listening yet: asked again below.
    }
    const waitedMs = Date.now() - startedAt;
    if (waitedMs >= told * everyMs) {
      tell(Math.round(waitedMs / 1000));
      told += 1;
    }
    await new Promise((soon) => setTimeout(soon, 50));
  }
  return false;
}

export const serverMain = join(root, 'apps/server/src/main.ts');
export const printServerMain = join(root, 'apps/print-server/src/main.ts');

/**
 * Reads a port.
 * @param {NodeJS.ProcessEnv} env @param {string} name @param {number} defaultPort
 */
function portOf(env, name, defaultPort) {
  const text = env[name];
  if (!text) return defaultPort;
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536
    ? port
    : stop(`${name} is '${text}': give a port from 1 to 65535.`);
}

/**
 * Returns the environment of both programs: what is set, with defaults for one machine with nothing else installed.
 * @param {NodeJS.ProcessEnv} env
 */
export function settings(env) {
  const port = portOf(env, 'PORT', 8080);
  const printPort = portOf(env, 'PRINT_PORT', 14141);
  const host = env['HOST'];
  const own = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  if (env['PUBLIC_URL']) own.push(new URL(env['PUBLIC_URL']).origin);
  const origins = [...new Set([...own, ...(env['PRINT_ORIGINS'] ?? '').split(',')])].filter(Boolean);
  return {
    port,
    printPort,
    /** The address at which this machine itself reaches the server. */
    local: `http://${!host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`,
    address: env['PUBLIC_URL'] || `http://localhost:${port}`,
    env: {
      ...env,
      DATA_DIR: env['DATA_DIR'] || join(root, 'data'),
      // Compiled code is kept, in a folder that only the owner of the project writes: without it each start loads what strips the types of
      // a program, 28 MB for as long as it runs.
      NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'] || join(root, 'node_modules/.cache/compiled'),
      PORT: String(port),
      PRINT_PORT: String(printPort),
      PRINT_ORIGINS: origins.join(','),
    },
  };
}
