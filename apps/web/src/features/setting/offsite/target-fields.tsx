import { useTranslation } from '../../../locale/use-translation.ts';
import { PasswordField, TextField } from '../../../ui/field/field.tsx';
import type { TargetDraft } from './target-draft.ts';

interface TargetFieldsProps {
  readonly draft: TargetDraft;
  /** A password is kept on the server for the kind that is shown. */
  readonly hasSecret: boolean;
  readonly onChange: (more: Partial<TargetDraft>) => void;
}

type Text = Exclude<keyof TargetDraft, 'kind'>;

/** Shows what a target of the chosen kind needs. */
export function TargetFields({ draft, hasSecret, onChange }: TargetFieldsProps) {
  const { t } = useTranslation();
  const { kind } = draft;
  const text = (name: Text, label: string, more: { readonly hint?: string; readonly maxLength: number }) => (
    <TextField
      label={label}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      {...more}
    />
  );
  const login = (user: string, secret: string, hint: string) => (
    <>
      {text('user', user, { maxLength: 200 })}
      <PasswordField
        label={secret}
        hint={hasSecret ? t('offsite.secretKept') : hint}
        autoComplete="off"
        maxLength={5000}
        value={draft.secret}
        onChange={(event) => onChange({ secret: event.currentTarget.value })}
      />
    </>
  );
  if (kind === 'Folder')
    return text('path', t('offsite.folder'), {
      hint: t('offsite.folderHint', { example: '/mnt/copies' }),
      maxLength: 500,
    });
  if (kind === 'WebDav')
    return (
      <>
        {text('url', t('offsite.address'), {
          hint: t('offsite.addressHint', { example: 'https://files.example.com/copies' }),
          maxLength: 500,
        })}
        {login(t('offsite.user'), t('offsite.secret'), '')}
      </>
    );
  if (kind === 'S3')
    return (
      <>
        {text('url', t('offsite.service'), {
          hint: t('offsite.serviceHint', { example: 'https://s3.eu-central-1.amazonaws.com' }),
          maxLength: 500,
        })}
        {text('region', t('offsite.region'), {
          hint: t('offsite.regionHint', { example: 'eu-central-1' }),
          maxLength: 60,
        })}
        {text('bucket', t('offsite.bucket'), { maxLength: 100 })}
        {text('folder', t('offsite.bucketFolder'), { maxLength: 200 })}
        {login(t('offsite.accessKey'), t('offsite.secretKey'), '')}
      </>
    );
  return (
    <>
      {text('host', t('offsite.host'), {
        hint: t('offsite.hostHint', { example: 'files.example.com' }),
        maxLength: 253,
      })}
      {text('port', t('offsite.port'), { maxLength: 5 })}
      {text('remotePath', t('offsite.remoteFolder'), {
        hint: t('offsite.remoteFolderHint', { example: '/copies' }),
        maxLength: 500,
      })}
      {login(t('offsite.user'), t('offsite.secretOrKey'), t('offsite.secretOrKeyHint'))}
    </>
  );
}
