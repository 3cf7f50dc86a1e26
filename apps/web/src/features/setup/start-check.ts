/** Checks the fields of a step; the messages are keys of the catalogue or the domain's own. */
import { emailPattern, isLongEnough, isPasscode, isWeakPasscode } from '@atoll/domain/access/credentials';
import { isWeakPassword } from '@atoll/domain/access/weak-password';
import { maxTableLength, ownerCodeLength, plainOwnerCode } from '@atoll/domain/contract/outlet/start';
import { outletProblems } from '@atoll/domain/outlet/check';
import { readMenu } from './menu-table.ts';
import type { Secrets, StartValues, Step } from './start-draft.ts';

export type OwnProblem =
  | 'ownerCode'
  | 'name'
  | 'email'
  | 'password'
  | 'passwordWeak'
  | 'passwordOwn'
  | 'passcode'
  | 'passcodeWeak'
  | 'csv'
  | 'csvLong'
  | 'leaveOut';

export interface StepProblems {
  /** Messages from the catalogue, under `start.problems`. */
  readonly own: Readonly<Partial<Record<string, OwnProblem>>>;
  /** Messages from the domain. */
  readonly outlet: Readonly<Record<string, string>>;
}

/** Returns whether a text can be an owner code. */
const isOwnerCode = (text: string): boolean => plainOwnerCode(text).length === ownerCodeLength;

/** Returns what is wrong with a password; `about`: the names that must not be all of it. */
function passwordProblem(password: string, about: readonly string[]): StepProblems['own'] {
  if (!isLongEnough(password)) return { password: 'password' };
  if (isWeakPassword(password)) return { password: 'passwordWeak' };
  return isWeakPassword(password, about) ? { password: 'passwordOwn' } : {};
}

function ownerProblems(
  values: StartValues,
  { password, passcode, ownerCode }: Secrets,
  needsOwnerCode: boolean,
): StepProblems['own'] {
  return {
    ...(needsOwnerCode && !isOwnerCode(ownerCode) && { ownerCode: 'ownerCode' as const }),
    ...(values.name.trim().length < 2 && { name: 'name' as const }),
    ...(!emailPattern.test(values.email.trim()) && { email: 'email' as const }),
    ...passwordProblem(password, [values.name, values.email, values.outletName]),
    ...(!isPasscode(passcode)
      ? { passcode: 'passcode' as const }
      : isWeakPasscode(passcode) && { passcode: 'passcodeWeak' as const }),
  };
}

/** Returns what is wrong with the list: nobody starts to sell while lines of it are left out without consent (R35.54). */
function menuProblems(values: StartValues): StepProblems['own'] {
  if (values.csv.length > maxTableLength) return { csv: 'csvLong' };
  const { good, bad } = readMenu(values);
  if (good.length === 0) return { csv: 'csv' };
  return bad.length > 0 && !values.leavesOut ? { leaveOut: 'leaveOut' } : {};
}

/** Returns the problems of one step; both records are empty when it is complete. */
export function stepProblems(step: Step, values: StartValues, secrets: Secrets, needsOwnerCode: boolean): StepProblems {
  switch (step) {
    case 'owner':
      return { own: ownerProblems(values, secrets, needsOwnerCode), outlet: {} };
    case 'outlet':
      return { own: {}, outlet: outletProblems({ name: values.outletName, address: values.address, tin: values.tin }) };
    case 'slots':
      return { own: {}, outlet: outletProblems({ slotTypes: values.slotTypes }) };
    case 'printer':
      return { own: {}, outlet: {} };
    case 'menu':
      return {
        own: values.menuFrom === 'rows' ? menuProblems(values) : {},
        outlet: {},
      };
  }
}

export const isDone = ({ own, outlet }: StepProblems): boolean =>
  Object.keys(own).length === 0 && Object.keys(outlet).length === 0;
