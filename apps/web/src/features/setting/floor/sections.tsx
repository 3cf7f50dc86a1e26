import { maxSectionNameLength, type Section } from '@atoll/domain/outlet/floor/floor-plan';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../api/api.ts';
import { useConnection } from '../../../api/connection.ts';
import { sentenceText } from '../../../locale/sentence.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Button, IconButton } from '../../../ui/display/button.tsx';
import { SelectField } from '../../../ui/field/field.tsx';
import css from './floor-section.module.css';
import { addSection, changeSection, removeSection, usePlanDraft } from './plan-draft.ts';

/** Edits the sections: their names, and who serves them. Source: R23.5. */
export function Sections({ sections }: { readonly sections: readonly Section[] }) {
  const { t } = useTranslation();
  const people = usePeople(sections.length > 0);
  return (
    <section className={css.fields} aria-label={t('setting.floorPlan.sections')}>
      <h3>{t('setting.floorPlan.sections')}</h3>
      {sections.map((section, index) => (
        <SectionFields key={section.id} section={section} index={index} people={people} />
      ))}
      <Button icon="plus" onClick={() => addSection()}>
        {t('setting.floorPlan.addSection')}
      </Button>
    </section>
  );
}

interface Person {
  readonly id: number;
  readonly name: string;
}

/** Returns the people who work here; none while they are not known. */
function usePeople(isNeeded: boolean): readonly Person[] {
  const isOnline = useConnection((state) => state.isOnline);
  const found = useQuery({
    queryKey: ['waiters'],
    queryFn: () => call('bill.waiters', { quiet: true }),
    retry: 1,
    enabled: isOnline && isNeeded,
  });
  return found.data ?? [];
}

interface SectionFieldsProps {
  readonly section: Section;
  readonly index: number;
  readonly people: readonly Person[];
}

function SectionFields({ section, index, people }: SectionFieldsProps) {
  const { t } = useTranslation();
  const errors = usePlanDraft((state) => state.errors);
  const { waiterId = 0, waiterName = '', ...rest } = section;
  const nameError = errors[`sections.${index}.name`];
  const faultId = useId();
  const waiterError = errors[`sections.${index}.waiterId`];
  // Who serves it now stays in the list while the others are not known.
  const others = people.some(({ id }) => id === waiterId) || waiterId === 0 ? [] : [{ id: waiterId, name: waiterName }];
  const choose = (id: number) => {
    const person = people.find((one) => one.id === id);
    changeSection(person ? { ...rest, waiterId: person.id, waiterName: person.name } : rest);
  };
  return (
    <div className={css.section}>
      <input
        aria-label={t('setting.floorPlan.sectionName', { n: index + 1 })}
        aria-invalid={nameError ? true : undefined}
        aria-describedby={nameError ? faultId : undefined}
        maxLength={maxSectionNameLength}
        value={section.name}
        onChange={(event) => changeSection({ ...section, name: event.currentTarget.value })}
      />
      <IconButton
        icon="trash"
        label={t('setting.remove', { name: section.name })}
        onClick={() => removeSection(section.id)}
      />
      {nameError && (
        <p id={faultId} className={css.fault}>
          {sentenceText(nameError)}
        </p>
      )}
      <SelectField
        label={t('setting.floorPlan.waiter', { section: section.name })}
        error={waiterError && sentenceText(waiterError)}
        options={[
          { value: '0', label: t('setting.floorPlan.noWaiter') },
          ...[...others, ...people].map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(waiterId)}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
    </div>
  );
}
