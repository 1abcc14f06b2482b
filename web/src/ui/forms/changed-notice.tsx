import type { RefObject } from 'react';
import type * as z from 'zod/mini';
import { changedMeanwhile } from '../../shared/api.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../button.tsx';
import { Notice } from '../feedback/notice.tsx';
import styles from './changed-notice.module.css';
import type { ContractForm } from './use-contract-form.ts';

export interface ChangedField {
  label: string;
  /** The saved value and the user's value. */
  theirs: string;
  mine: string;
}

/**
 * Edit conflict: shows the other user's values beside one's own, with a choice between them. Renders nothing unless the
 * form's last error was a conflict.
 */
export function ChangedNotice<Input, State>({
  form,
  state,
  revision,
  compare,
  onTakeTheirs,
}: {
  form: ContractForm<Input>;
  /** Schema of the state. */
  state: z.ZodMiniType<State>;
  /** The revision that the form sends. */
  revision: RefObject<number | undefined>;
  compare: (theirs: State) => readonly ChangedField[];
  onTakeTheirs: (theirs: State) => void;
}) {
  const theirs = changedMeanwhile(form.failure, state);
  if (theirs === null) return null;
  const goOn = (next: () => void) => () => {
    revision.current = theirs.revision;
    next();
  };
  return (
    <ChangedChoice
      fields={compare(theirs.current)}
      onTakeTheirs={goOn(() => onTakeTheirs(theirs.current))}
      onKeepMine={goOn(() => void form.submit())}
    />
  );
}

/** The values that differ from what somebody else has saved, side by side, and the choice between them. */
export function ChangedChoice({
  fields,
  onTakeTheirs,
  onKeepMine,
}: {
  fields: readonly ChangedField[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}) {
  const { t } = useTranslation();
  const differing = fields.filter((field) => field.theirs !== field.mine);
  return (
    <Notice
      tone="warn"
      title={t('changed.title')}
      action={
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onTakeTheirs}>
            {t('changed.takeTheirs')}
          </Button>
          <Button variant="secondary" onClick={onKeepMine}>
            {t('changed.keepMine')}
          </Button>
        </div>
      }
    >
      {differing.length === 0 && <p>{t('changed.same')}</p>}
      <dl className={styles.fields}>
        {differing.map((field) => (
          <div key={field.label}>
            <dt>{field.label}</dt>
            <dd>{t('changed.theirs', { value: field.theirs || '–' })}</dd>
            <dd>{t('changed.mine', { value: field.mine || '–' })}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}
