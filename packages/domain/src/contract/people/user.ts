/** Users. The endpoints are those of an entity, plus secrets and permissions. Source: docs/rules.md#people. */
import * as z from 'zod/mini';
import { emailSchema, newPasswordSchema, passcodeSchema } from '../../access/credentials.ts';
import { actionPermissions, effects, roles, screenPermissions } from '../../access/permission.ts';
import { user as definition } from '../../resources/user.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { endpointsOf } from '../platform/resource.ts';
import { id, instant, key, listQuery, maxLaari, nameText, pageOf, text } from '../platform/shape.ts';

/** An exception to the role; `limit` is laari or percent. */
export const permissionOverride = z.object({
  permission: z.enum([...screenPermissions, ...actionPermissions]),
  effect: z.enum(effects),
  limit: z.optional(z.number().check(z.minimum(0), z.maximum(maxLaari))),
});

export const userRecord = z.object({
  id,
  key,
  version: z.int(),
  isActive: z.boolean(),
  createdAt: instant,
  createdByName: z.string(),
  modifiedAt: instant,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  outletIds: z.array(id),
  outletNames: z.array(z.string()),
  jobTitle: z.string(),
  department: z.string(),
  phone: z.string(),
  avatar: z.nullable(z.string()),
  overrides: z.array(permissionOverride),
  lastLoginAt: z.nullable(instant),
});
export type UserRecord = z.infer<typeof userRecord>;

const overrides = z.array(permissionOverride).check(z.maxLength(screenPermissions.length + actionPermissions.length));
const phone = z.string().check(z.regex(/^$|^\+?[\d\s()-]{7,24}$/, 'Phone must have 7 to 15 digits'));
const outletIds = z.array(id).check(z.minLength(1), z.maxLength(200));
const optionalFields = {
  jobTitle: z.optional(text(60)),
  department: z.optional(text(60)),
  phone: z.optional(phone),
  overrides: z.optional(overrides),
  password: z.optional(newPasswordSchema),
  passcode: z.optional(passcodeSchema),
};

const calls = endpointsOf(definition);
const given = z.optional(z.string());
const query = z.extend(listQuery, { isActive: given, role: given, outletId: given });

export const listUsers = defineEndpoint({
  ...calls.list,
  key: 'app_user.list',
  query,
  answer: z.union([pageOf(userRecord), z.array(userRecord)]),
});
export const findUser = defineEndpoint({ ...calls.find, key: 'app_user.find', answer: userRecord });
export const exportUsers = defineEndpoint({ ...calls.exportCsv, key: 'app_user.export', query });

export const createUser = defineEndpoint({
  key: 'app_user.create',
  method: 'POST',
  path: calls.create.path,
  summary: 'Creates a user with a password or an invitation by email; returns the same user for a repeated key',
  access: calls.create.access,
  body: z.object({
    key,
    name: nameText(2, 80),
    email: emailSchema,
    role: z.enum(roles),
    outletIds,
    isInvited: z.optional(z.boolean()),
    ...optionalFields,
  }),
  answer: userRecord,
  refusals: ['invalid', 'grantForbidden', 'keyReused', 'passwordNeeded'],
});

export const updateUser = defineEndpoint({
  key: 'app_user.update',
  method: 'PUT',
  path: calls.update.path,
  summary: 'Changes the sent fields of a user; permissions take effect within seconds on all their devices',
  access: calls.update.access,
  body: z.object({
    id,
    version: z.int(),
    isActive: z.optional(z.boolean()),
    name: z.optional(nameText(2, 80)),
    email: z.optional(emailSchema),
    role: z.optional(z.enum(roles)),
    outletIds: z.optional(outletIds),
    isInvited: z.optional(z.boolean()),
    ...optionalFields,
  }),
  answer: userRecord,
  refusals: [
    'invalid',
    'notFound',
    'versionOld',
    'grantForbidden',
    'lastAdmin',
    'ownAccount',
    'userHasShift',
    'passwordNeeded',
  ],
});

export const deleteUser = defineEndpoint({
  ...calls.remove,
  key: 'app_user.delete',
  summary:
    'Deactivates a user and ends their sessions; refused for oneself, the last Admin, and a user with an open shift',
  refusals: ['notFound', 'grantForbidden', 'lastAdmin', 'ownAccount', 'userHasShift', 'passwordNeeded'],
});
