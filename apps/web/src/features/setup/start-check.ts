/** Checks the fields of a step; the messages are keys of the catalogue or the domain's own. */
import { emailPattern, isLongEnough, isPasscode, isWeakPasscode } from '@atoll/domain/access/credentials';
import { outletProblems } from '@atoll/domain/outlet/check';
import { readMenuCsv } from './menu-csv.ts';
import type { Secrets, StartValues, Step } from './start-draft.ts';

export type OwnProblem = 'name' | 'email' | 'password' | 'passcode' | 'passcodeWeak' | 'csv';

export interface StepProblems {
  /** Messages from the catalogue, under `start.problems`. */
  readonly own: Readonly<Partial<Record<string, OwnProblem>>>;
  /** Messages from the domain. */
  readonly outlet: Readonly<Record<string, string>>;
}

function ownerProblems(values: StartValues, { password, passcode }: Secrets): StepProblems['own'] {
  return {
    ...(values.name.trim().length < 2 && { name: 'name' as const }),
    ...(!emailPattern.test(values.email.trim()) && { email: 'email' as const }),
    ...(!isLongEnough(password) && { password: 'password' as const }),
    ...(!isPasscode(passcode)
      ? { passcode: 'passcode' as const }
      : isWeakPasscode(passcode) && { passcode: 'passcodeWeak' as const }),
  };
}

/** Returns the problems of one step; both records are empty when it is complete. */
export function stepProblems(step: Step, values: StartValues, secrets: Secrets): StepProblems {
  switch (step) {
    case 'owner':
      return { own: ownerProblems(values, secrets), outlet: {} };
    case 'outlet':
      return { own: {}, outlet: outletProblems({ name: values.outletName, address: values.address, tin: values.tin }) };
    case 'slots':
      return { own: {}, outlet: outletProblems({ slotTypes: values.slotTypes }) };
    case 'printer':
      return { own: {}, outlet: {} };
    case 'menu':
      return {
        own: values.menuFrom === 'rows' && readMenuCsv(values.csv).rows.length === 0 ? { csv: 'csv' } : {},
        outlet: {},
      };
  }
}

export const isDone = ({ own, outlet }: StepProblems): boolean =>
  Object.keys(own).length === 0 && Object.keys(outlet).length === 0;
