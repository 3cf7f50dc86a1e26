import { offeredLanguages } from '../locale/languages.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { chooseLanguage } from '../session/language.ts';
import { SelectField } from '../ui/field/field.tsx';

/** Chooses the language of the screens; it applies at once and typed text is kept. */
export function LanguageField({ hint }: { hint?: string }) {
  const { t, i18n } = useTranslation();
  return (
    <SelectField
      label={t('language.label')}
      hint={hint}
      options={offeredLanguages.map(({ code, name }) => ({ value: code, label: name }))}
      value={i18n.language}
      onChange={(event) => void chooseLanguage(event.currentTarget.value)}
    />
  );
}
