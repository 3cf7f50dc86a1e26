/** How devices trust the server: its certificate, its names, and the fingerprint of the shop's authority. Source: R31.15. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './shape.ts';

export const trust = z.object({
  /** `off`: the server speaks no https itself. */
  mode: z.enum(['off', 'own', 'files', 'acme']),
  /** The address that people open; pages of other addresses of the server lead to it when it was chosen. */
  origin: z.string(),
  /** The names in the certificate. */
  names: z.array(z.string()),
  /** The addresses in the certificate. */
  addresses: z.array(z.string()),
  /** SHA-256 of the authority in hex; null without an authority of the shop. */
  fingerprint: z.nullable(z.string()),
  /** The page without https that brings the authority to a device; null without https or without an authority of the shop. */
  hello: z.nullable(z.string()),
  notAfter: z.nullable(instant),
  /** Why the certificate is not the one that is wanted. */
  problem: z.nullable(z.enum(['clock', 'files', 'failed'])),
  release: z.string(),
  now: instant,
});

export const readTrust = defineEndpoint({
  key: 'trust.read',
  method: 'GET',
  path: '/app/trust',
  summary: 'Returns how devices trust the server; a page of the server without https may read it',
  access: { who: 'public' },
  answer: trust,
  refusals: [],
});

const access = { who: 'signedIn' as const, anyOf: ['server.manage' as const] };

export const renewTrust = defineEndpoint({
  key: 'trust.renew',
  method: 'PUT',
  path: '/app/trust/renew',
  summary: 'Makes a new certificate of the server now, or reads its files again; connections stay open',
  access,
  answer: trust,
  refusals: ['serverClockWrong', 'stateForbids'],
});

export const trustCode = defineEndpoint({
  key: 'trust.code',
  method: 'GET',
  path: '/app/trust/code',
  summary: 'Returns the QR code of the page that brings the shop’s authority to a device; none without an authority',
  access,
  answer: z.object({ svg: z.nullable(z.string()) }),
  refusals: [],
});
