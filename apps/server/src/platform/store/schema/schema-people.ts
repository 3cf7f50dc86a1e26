/** The tables of people: users, approvals, sign-ins and passwords. Units as in schema.ts. */
import type { ActionPermission, PermissionOverride, Role } from '@atoll/domain/access/permission';
import type { ApprovalAbout } from '@atoll/domain/contract/bill/approval-about';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export interface UserTable {
  id: Generated<number>;
  key: string;
  name: string;
  email: string;
  password_hash: string;
  passcode_hash: string;
  role: Role;
  permission_overrides: Json<readonly PermissionOverride[]>;
  job_title: Generated<string>;
  department: Generated<string>;
  phone: Generated<string>;
  avatar: string | null;
  language: Generated<string>;
  is_active: Generated<boolean>;
  passcode_failures: Generated<number>;
  last_login_at: number | null;
  /** Grows when the person's permissions change; access tokens of an older version are refused. */
  access_version: Generated<number>;
  access_changed_at: Generated<number>;
  version: Generated<number>;
  created_at: number;
  modified_at: number;
}

/** Pictures of people, who belong to no outlet. */
export interface PersonPictureTable {
  key: string;
  user_id: number;
  sha256: string;
  content: Uint8Array;
  created_at: number;
}

/** An action that somebody allows another person to do once. */
export interface ApprovalTable {
  outlet_id: number;
  key: string;
  permission: ActionPermission;
  subject_type: string;
  subject_key: string;
  /** Laari or basis points, depending on the action. */
  amount: number | null;
  reason: string;
  requested_by: number;
  approver_id: number;
  method: 'Passcode' | 'Remote';
  status: 'Pending' | 'Granted' | 'Denied' | 'Used';
  created_at: number;
  expires_at: number;
  about: ColumnType<Partial<ApprovalAbout>, string | undefined, string>;
}

/** An entry of waiting work that an approval allows to send. */
export interface ApprovalEntryTable {
  outlet_id: number;
  approval_key: string;
  digest: string;
  /** Number of the history entry of the command that was sent with it. */
  used_seq: number | null;
}

/** Recent wrong passcodes of a person, at the lock screen and of approvals. */
export interface ApproverFailureTable {
  approver_id: number;
  key: string;
  at: number;
  /** The sign-in whose lock screen it was; '' for an approval. */
  session_id: Generated<string>;
}

/** What a till signs approvals with while the server is away. */
export interface ApprovalCodeTable {
  id: string;
  user_id: number;
  device_id: string;
  secret: string;
  created_at: number;
  ended_at: number | null;
}

/** The second factor of a person. */
export interface SecondFactorTable {
  user_id: number;
  /** Base32. */
  secret: string;
  confirmed_at: number | null;
  last_step: Generated<number>;
  created_at: number;
}

export interface RecoveryCodeTable {
  user_id: number;
  code_hash: string;
  used_at: number | null;
}

export interface UserOutletTable {
  user_id: number;
  outlet_id: number;
  sort: Generated<number>;
}

export interface SessionTable {
  id: string;
  user_id: number;
  device_id: Generated<string>;
  device_name: Generated<string>;
  ip: Generated<string>;
  passcode_failures: Generated<number>;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  ended_at: number | null;
  end_reason: string | null;
  /** Epoch ms of the last check of the password. */
  password_at: Generated<number>;
  /** Epoch ms since when it is locked; null while it is open. */
  locked_at: Generated<number | null>;
  /** Grows with each lock and each unlock. */
  lock_version: Generated<number>;
  lock_changed_at: Generated<number>;
  /** The generation of the refresh token with which it was last unlocked; -1 before that. */
  opened_generation: Generated<number>;
  /** The public key of its device; '' without one, null for a session of before that is not bound yet. */
  device_key: Generated<string | null>;
  /** The `lock_version` at which only a page that proves to be opened renews it; null before. */
  page_lock_version: Generated<number | null>;
  /** The `lock_version` at which a page that marks its work opened it; null when none did. */
  work_lock_version: Generated<number | null>;
}

export interface SessionWaitingTable {
  session_id: string;
  write_keys: Json<readonly string[]>;
}

export interface RefreshTokenTable {
  token_hash: string;
  session_id: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  successor_hash: string | null;
}

export interface PasswordResetTable {
  token_hash: string;
  user_id: number;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface HubTicketTable {
  ticket_hash: string;
  session_id: string;
  outlet_id: number;
  expires_at: number;
}

export interface JoinCodeTable {
  code_hash: string;
  user_id: number;
  session_id: string;
  outlet_id: number;
  expires_at: number;
  tries: Generated<number>;
  used_at: number | null;
  used_key: string | null;
}

/** The tables of people in the store's database. */
export interface PeopleTables {
  app_user: UserTable;
  person_picture: PersonPictureTable;
  approval: ApprovalTable;
  approval_entry: ApprovalEntryTable;
  approver_failure: ApproverFailureTable;
  approval_code: ApprovalCodeTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  user_outlet: UserOutletTable;
  session: SessionTable;
  session_waiting: SessionWaitingTable;
  refresh_token: RefreshTokenTable;
  password_reset: PasswordResetTable;
  hub_ticket: HubTicketTable;
  join_code: JoinCodeTable;
}
