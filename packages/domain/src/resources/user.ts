/** Users: people who work in one or several outlets; shared by the organisation. Source: docs/rules.md#people. */
import { maxPasswordLength, minPasswordLength } from '../access/credentials.ts';
import { actionPermissions, effects, roles, screenPermissions } from '../access/permission.ts';
import { defineResource } from './define-resource.ts';

export const user = defineResource({
  name: 'User',
  title: 'Users',
  table: 'app_user',
  area: 'app',
  many: 'users',
  one: 'user',
  path: '/users',
  screen: 'Users',
  action: 'user.manage',
  isOrgWide: true,
  label: 'name',
  fields: [
    { key: 'avatar', label: 'Image', kind: 'image', isReadOnly: true },
    { key: 'name', label: 'Name', kind: 'text', required: true, minLength: 2, maxLength: 80 },
    { key: 'email', label: 'Email', kind: 'email', required: true, maxLength: 120, unique: true },
    { key: 'role', label: 'Role', kind: 'choice', required: true, options: roles, initial: 'User' },
    { key: 'outletIds', label: 'Outlets', kind: 'references', required: true, entity: 'outlet' },
    { key: 'jobTitle', label: 'Job title', kind: 'text', maxLength: 60 },
    { key: 'department', label: 'Department', kind: 'text', maxLength: 60 },
    { key: 'phone', label: 'Phone', kind: 'phone' },
    {
      key: 'overrides',
      label: 'Permissions',
      kind: 'list',
      max: screenPermissions.length + actionPermissions.length,
      fields: [
        {
          key: 'permission',
          label: 'Permission',
          kind: 'choice',
          required: true,
          options: [...screenPermissions, ...actionPermissions],
        },
        { key: 'effect', label: 'Effect', kind: 'choice', required: true, options: effects },
        { key: 'limit', label: 'Limit', kind: 'quantity', min: 0 },
      ],
    },
    { key: 'isInvited', label: 'Send an invitation by email', kind: 'boolean' },
    {
      key: 'password',
      label: 'Password',
      kind: 'secret',
      minLength: minPasswordLength,
      maxLength: maxPasswordLength,
      hint: 'At least 8 characters',
    },
    { key: 'passcode', label: 'Passcode', kind: 'secret', minLength: 4, maxLength: 4, hint: '4 digits' },
    { key: 'lastLoginAt', label: 'Last sign-in', kind: 'dateTime', isReadOnly: true },
  ],
  views: {
    grid: ['id', 'avatar', 'name', 'email', 'role', 'outletIds', 'lastLoginAt'],
    form: ['name', 'email', 'role', 'outletIds', 'jobTitle', 'isInvited', 'password', 'passcode'],
    more: ['department', 'phone'],
    card: ['avatar', 'name', 'email', 'role', 'outletIds', 'jobTitle', 'department', 'phone', 'lastLoginAt'],
    search: ['name', 'email', 'phone', 'jobTitle'],
    csv: ['name', 'email', 'role', 'outletIds', 'jobTitle', 'department', 'phone', 'lastLoginAt'],
    filters: ['role'],
  },
});
