/**
 * What has been typed on the first visit; it survives a reload. The secrets are stored encrypted, the rest in the tab's
 * storage.
 */
import type { StartBody } from '@atoll/domain/contract/outlet/start';
import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import type { BusinessType, GstMode, SlotType } from '@atoll/domain/outlet/outlet';
import type { OtherSystem } from '@atoll/domain/resources/csv/other-system';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { uuidv7 } from '../../session/id.ts';
import { readEncrypted, removeEncrypted, saveEncrypted } from './sealed.ts';

export const steps = ['owner', 'outlet', 'slots', 'printer', 'menu'] as const;
export type Step = (typeof steps)[number];

export interface Secrets {
  readonly password: string;
  readonly passcode: string;
  /** The code that the server shows; '' on its own machine. */
  readonly ownerCode: string;
}

export interface StartValues {
  readonly name: string;
  readonly email: string;
  readonly outletName: string;
  readonly businessType: BusinessType;
  readonly address: string;
  readonly tin: string;
  readonly taxSector: 'General' | 'Tourism';
  readonly gstMode: GstMode;
  readonly gstOnServiceCharge: boolean;
  readonly slotTypes: readonly SlotType[];
  readonly printers: { readonly bill: string; readonly kitchen: string; readonly bar: string };
  readonly menuFrom: 'example' | 'rows' | 'none';
  /** The system that exported the list; 'Table' for any other list. */
  readonly comesFrom: OtherSystem | 'Table';
  readonly csv: string;
  /** The field of each column of the list; null: by their headings. */
  readonly columns: readonly string[] | null;
  /** The person agreed to leave out the lines with mistakes. */
  readonly leavesOut: boolean;
  readonly openingBalance: number | null;
}

interface StartDraft {
  readonly step: Step;
  readonly values: StartValues;
  readonly secrets: Secrets;
  /** Key of the first shift, so that it is opened once. */
  readonly shiftKey: string;
  go(step: Step): void;
  set(change: Partial<StartValues>): void;
  setSecrets(change: Partial<Secrets>): void;
  /** Another kind of business or sector has other slot types and rates. */
  setKind(change: Partial<Pick<StartValues, 'businessType' | 'taxSector'>>): void;
  clear(): void;
}

const initialState = (): Pick<StartDraft, 'step' | 'values' | 'secrets' | 'shiftKey'> => ({
  step: 'owner',
  shiftKey: uuidv7(),
  secrets: { password: '', passcode: '', ownerCode: '' },
  values: {
    name: '',
    email: '',
    outletName: '',
    businessType: 'Restaurant',
    address: '',
    tin: '',
    taxSector: 'General',
    gstMode: 'Exclusive',
    gstOnServiceCharge: true,
    slotTypes: defaultSlotTypes(),
    printers: { bill: '', kitchen: '', bar: '' },
    menuFrom: 'example',
    comesFrom: 'Table',
    csv: '',
    columns: null,
    leavesOut: false,
    openingBalance: null,
  },
});

/** Whether the server asks for the owner code. Nobody typed it, so learning it writes no draft, not even after the draft was cleared. */
export const useOwnerCode = create<{ readonly needsOwnerCode: boolean }>()(() => ({ needsOwnerCode: false }));

export const useStart = create<StartDraft>()(
  persist(
    (set, get) => ({
      ...initialState(),
      go: (step) => set({ step }),
      set: (change) => set({ values: { ...get().values, ...change } }),
      setSecrets(change) {
        const secrets = { ...get().secrets, ...change };
        set({ secrets });
        void saveEncrypted(secrets);
      },
      setKind(change) {
        const values = { ...get().values, ...change };
        set({ values: { ...values, slotTypes: defaultSlotTypes(values.businessType, values.taxSector) } });
      },
      clear() {
        set(initialState());
        useStart.persist.clearStorage();
        useOwnerCode.setState({ needsOwnerCode: false });
        void removeEncrypted();
      },
    }),
    {
      name: 'start-draft',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ step, values, shiftKey }) => ({ step, values, shiftKey }),
    },
  ),
);

/** Restores the secrets after a reload, unless others were typed in the meantime. */
export async function restoreSecrets(): Promise<void> {
  const kept = await readEncrypted<Secrets>().catch(() => undefined);
  const { password, passcode } = useStart.getState().secrets;
  if (kept && !password && !passcode) useStart.setState({ secrets: { ...kept, ownerCode: kept.ownerCode ?? '' } });
}

const tableOf = ({ csv, columns, leavesOut }: StartValues): StartBody['menu'] => ({
  from: 'table',
  csv,
  ...(columns && { columns: [...columns] }),
  leavesOut,
});

/** Returns what is sent to the server. */
export function startBodyOf(
  values: StartValues,
  { password, passcode, ownerCode }: Secrets,
  needsOwnerCode: boolean,
): StartBody {
  const { name, email, outletName, businessType, address, tin, taxSector, gstMode, gstOnServiceCharge } = values;
  return {
    ...(needsOwnerCode && { ownerCode: ownerCode.trim() }),
    owner: { name: name.trim(), email: email.trim(), password, passcode },
    outlet: {
      name: outletName.trim(),
      businessType,
      address: address.trim(),
      tin: tin.trim(),
      taxSector,
      gstMode,
      gstOnServiceCharge,
      slotTypes: values.slotTypes.map((one) => ({ ...one, rates: [...one.rates] })),
    },
    printers: values.printers,
    menu: values.menuFrom === 'rows' ? tableOf(values) : { from: values.menuFrom },
  };
}
