import type { Bill } from '@atoll/domain/bill/bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { station } from '@atoll/domain/resources/station';
import { useQuery } from '@tanstack/react-query';
import { useBills } from '../../bills/bills.ts';
import { entryItems } from '../../form/choices.ts';
import { FormField, type FormFieldProps } from '../../form/form-field.tsx';
import type { FormValues } from '../../form/form-values.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { listPrinters } from '../../printing/print-server.ts';
import { resourceScreens } from '../../resource/resource-screens.tsx';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { MultiDropdown } from '../../ui/choice/dropdown.tsx';
import { saveSection } from './floor/plan-draft.ts';
import { SettingHint } from './setting-note.tsx';

const printerSettings = ['BillPrinter', 'KotPrinter', 'BotPrinter', 'GrillPrinter', 'FallbackPrinter'] as const;

const chosen = (value: unknown): readonly string[] => (value as readonly string[] | null) ?? [];

/** Offers the printers of this till and those that the settings name; another name can be typed. */
function PrinterField(props: FormFieldProps) {
  const settings = useApp((state) => state.settings);
  const here = useQuery({ queryKey: ['printers'], queryFn: listPrinters, staleTime: 0, retry: false });
  const named = printerSettings.flatMap((key) => entryItems<{ readonly name: string }>(settings, key));
  const names = [...(here.data ?? []), ...named].map(({ name }) => name);
  const field: FieldDefinition = { ...props.field, options: [...new Set([...names, ...chosen(props.value)])] };
  return <FormField {...props} field={field} />;
}

interface Section {
  readonly id: string;
  readonly name: string;
}

const shownOf = ({ id, name }: { readonly id: number; readonly name: string }): Section => ({ id: String(id), name });

/** Chooses sections of the floor plan by name, or adds one; without a plan there are none to choose. */
function SectionField({ field, value, onChange, onBlur, error }: FormFieldProps) {
  const { t } = useTranslation();
  const floor = useApp((state) => state.floor);
  const mayAdd = useSession(({ user }) => user?.permissions.includes('settings.manage') ?? false);
  const sections = floor.sections.map(shownOf);
  const ids = chosen(value);
  const add = async (name: string): Promise<Section | null> => {
    const section = await saveSection(name);
    return section && shownOf(section);
  };
  const isOffered = mayAdd && floor.places.length > 0;
  if (sections.length === 0 && ids.length === 0 && !isOffered)
    return <SettingHint>{t('setting.makers.noSections')}</SettingHint>;
  const nameOf = (id: string): Section => sections.find((one) => one.id === id) ?? { id, name: id };
  return (
    <MultiDropdown
      label={field.label}
      hint={field.hint}
      error={error}
      onBlur={onBlur}
      keyField="name"
      data={sections}
      value={ids.map(nameOf)}
      onCreate={isOffered ? add : undefined}
      newLabel={t('setting.floorPlan.section')}
      onChange={(next) => onChange(next.map(({ id }) => id))}
    />
  );
}

/** Says which open bills have items of a station that is to be removed: they keep it. */
function OpenItems({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  const bills = useBills((state) => state.bills);
  const ofStation = ({ items }: Bill) => items.filter(({ station, isVoid }) => station === code && !isVoid);
  const open = Object.values(bills).filter((bill) => isOpenBill(bill) && ofStation(bill).length > 0);
  if (open.length === 0) return null;
  const places = new Set(open.map(({ type, slot }) => slotName(t, type, slot)));
  const count = open.flatMap(ofStation).length;
  return <p>{t('setting.makers.openItems', { count, places: [...places].join(', ') })}</p>;
}

const makersOnly: readonly string[] = ['types', 'categoryIds', 'itemIds', 'slotTypes', 'sectionIds'];

/** Returns whether a field is of use for a station: an expediter makes nothing, and others watch nothing. */
const isUsed = (key: string, { isExpediter }: FormValues): boolean =>
  isExpediter === true ? !makersOnly.includes(key) : key !== 'watches';

/** Screens of stations: where items are made, and where their tickets go. */
export const stationScreens = resourceScreens(station, {
  form: { custom: { printers: PrinterField, sectionIds: SectionField }, shows: isUsed },
  delete: { note: ({ code }) => <OpenItems code={String(code)} /> },
});
