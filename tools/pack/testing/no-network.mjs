// Loaded before a program: it may reach this machine only. What it tried besides is written into the file of ATOLL_REACHED.
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const own = new Set(['', 'localhost', '127.0.0.1', '::1']);
/** @type {(...args: any[]) => net.Socket} */
const connect = net.Socket.prototype.connect;

/** @param {any[]} args */
net.Socket.prototype.connect = function (...args) {
  const given = Array.isArray(args[0]) ? args[0][0] : args[0];
  const host = given !== null && typeof given === 'object' ? (given.path ?? given.host ?? '') : '';
  if (own.has(host)) return connect.apply(this, args);
  appendFileSync(process.env['ATOLL_REACHED'] ?? '', `${host}\n`);
  throw new Error(`There is no network here: ${host}`);
};
syncBuiltinESMExports();
