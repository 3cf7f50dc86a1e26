/** The plan that is edited in Settings: each change can be undone, and nothing is sent before 'Save plan'. Source: R23.2. */
import {
  type FloorPlan,
  floorProblems,
  newPlace,
  type Place,
  type Section,
  slotIdentity,
} from '@atoll/domain/outlet/floor/floor-plan';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { findSlot } from '@atoll/domain/outlet/slot';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import { create } from 'zustand';
import { CallError, call } from '../../../api/api.ts';
import { t } from '../../../locale/locale.ts';
import { useApp } from '../../../sync/app-store.ts';
import { showToast } from '../../../ui/overlay/toast.ts';

type Layout = Pick<FloorPlan, 'sections' | 'places'>;

interface PlanDraft {
  /** Null while nothing is changed. */
  readonly layout: Layout | null;
  /** What 'Undo' returns to, the latest last. */
  readonly past: readonly Layout[];
  /** Identity of the chosen slot; '' for none. */
  readonly chosen: string;
  readonly busy: boolean;
  /** The message of the last refusal. */
  readonly error: string;
  readonly errors: FieldErrors;
  /** The version on which the changes are based. */
  readonly base: number;
  /** Somebody else saved a plan in the meantime. */
  readonly isBehind: boolean;
}

const unchanged: PlanDraft = {
  layout: null,
  past: [],
  chosen: '',
  busy: false,
  error: '',
  errors: {},
  base: 0,
  isBehind: false,
};

export const usePlanDraft = create<PlanDraft>()(() => unchanged);

const maxUndo = 50;

/** Returns the saved plan without places whose slot the outlet no longer has. */
export function savedLayout({ floor, outlet }: Pick<ReturnType<typeof useApp.getState>, 'floor' | 'outlet'>): Layout {
  const places = outlet ? floor.places.filter(({ type, slot }) => findSlot(outlet, type, slot).ok) : floor.places;
  return places.length === floor.places.length ? floor : { sections: floor.sections, places };
}

const layoutNow = (): Layout => usePlanDraft.getState().layout ?? savedLayout(useApp.getState());

/** Changes the plan. `isSameStep`: the change goes on, such as a drag, and is undone together with the one before. */
export function changePlan(change: Partial<Layout>, isSameStep = false): void {
  const { past, layout, base } = usePlanDraft.getState();
  const before = layoutNow();
  usePlanDraft.setState({
    layout: { sections: change.sections ?? before.sections, places: change.places ?? before.places },
    past: isSameStep ? past : [...past, before].slice(-maxUndo),
    base: layout ? base : useApp.getState().floor.version,
    error: '',
    errors: {},
  });
}

/** Replaces the place of the same slot. */
export function changePlace(next: Place, isSameStep = false): void {
  const { places } = layoutNow();
  changePlan({ places: places.map((one) => (slotIdentity(one) === slotIdentity(next) ? next : one)) }, isSameStep);
}

/** Puts a slot on the plan where there is room, and chooses it. */
export function addPlace(type: SlotTypeName, slot: string): void {
  const { places } = layoutNow();
  changePlan({ places: [...places, newPlace(type, slot, places)] });
  choosePlace(slotIdentity({ type, slot }));
}

/** Takes a slot off the plan. */
export function takeOff(identity: string): void {
  changePlan({ places: layoutNow().places.filter((one) => slotIdentity(one) !== identity) });
}

const nextIdOf = (sections: readonly Section[]): number => Math.max(0, ...sections.map(({ id }) => id)) + 1;

/** Adds a section to the plan, without a name with a number, and returns it. */
export function addSection(name = ''): Section {
  const { sections } = layoutNow();
  const id = nextIdOf(sections);
  const section = { id, name: name || t('setting.floorPlan.newSection', { n: id }) };
  changePlan({ sections: [...sections, section] });
  return section;
}

/** Adds a section to the saved plan of the outlet and returns it; null, with a message, when the server refused it (R35.48). */
export async function saveSection(name: string): Promise<Section | null> {
  const { floor, outlet, loadFloor } = useApp.getState();
  const { sections, places } = savedLayout({ floor, outlet });
  const section = { id: nextIdOf(sections), name };
  const layout = { sections: [...sections, section], places: [...places] };
  const [problem] = outlet ? Object.values(floorProblems(layout, outlet)) : [];
  try {
    if (problem) throw new Error(problem);
    await call('floor.save', { body: { version: floor.version, ...layout }, inPlace: true });
    await loadFloor();
    return section;
  } catch (error) {
    showToast(problem ?? (error instanceof CallError ? error.message : t('setting.noServer')), 'error');
    return null;
  }
}

/** Replaces the section with the same id. */
export function changeSection(next: Section): void {
  changePlan({ sections: layoutNow().sections.map((one) => (one.id === next.id ? next : one)) });
}

/** Removes a section; its places then have none. */
export function removeSection(id: number): void {
  const { sections, places } = layoutNow();
  changePlan({
    sections: sections.filter((one) => one.id !== id),
    places: places.map((one) => (one.sectionId === id ? { ...one, sectionId: 0 } : one)),
  });
}

export const choosePlace = (chosen: string): void => usePlanDraft.setState({ chosen });
export const discardPlan = (): void => usePlanDraft.setState(unchanged);
/** Lets the next 'Save plan' replace the plan that somebody else saved. */
export const keepMine = (): void =>
  usePlanDraft.setState({ base: useApp.getState().floor.version, isBehind: false, error: '' });

export function undoPlan(): void {
  const { past } = usePlanDraft.getState();
  const before = past.at(-1);
  if (before) usePlanDraft.setState({ layout: before, past: past.slice(0, -1), error: '', errors: {} });
  if (past.length === 1) usePlanDraft.setState({ layout: null });
}

/** Sends the plan. A refusal keeps what was drawn. */
export async function savePlan(): Promise<void> {
  const { layout, base } = usePlanDraft.getState();
  const { outlet } = useApp.getState();
  if (!layout || !outlet) return;
  const errors = floorProblems(layout, outlet);
  const [first] = Object.values(errors);
  if (first) return usePlanDraft.setState({ error: first, errors });
  usePlanDraft.setState({ busy: true, error: '' });
  try {
    const body = { version: base, sections: [...layout.sections], places: [...layout.places] };
    await call('floor.save', { body, quiet: true });
    await useApp.getState().loadFloor();
    await useApp.getState().loadSettings();
    usePlanDraft.setState({ ...unchanged, chosen: usePlanDraft.getState().chosen });
    showToast(t('setting.floorPlan.saved'), 'good');
  } catch (error) {
    // Without an answer the plan may have been saved: the next 'Save plan' finds out by its version.
    if (!(error instanceof CallError)) return usePlanDraft.setState({ busy: false, error: t('setting.noServer') });
    const { reason, errors: refused = {} } = error.body ?? {};
    if (reason === 'floorChanged') await useApp.getState().loadFloor();
    usePlanDraft.setState({
      busy: false,
      error: error.message,
      errors: refused as FieldErrors,
      isBehind: reason === 'floorChanged',
    });
  }
  return undefined;
}
