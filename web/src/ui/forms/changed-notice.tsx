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
  /** What it is now, and what the reader was about to make of it. */
  theirs: string;
  mine: string;
}

/**
 * Where somebody else was faster: what they made of it, and the choice between both. Nothing is overwritten unseen. Shows nothing while the
 * form's last answer was another.
 */
export function ChangedNotice<Input, State>({
  form,
  state,
  revision,
  compare,
  onTakeTheirs,
}: {
  form: ContractForm<Input>;
  /** The shape of what is changed. */
  state: z.ZodMiniType<State>;
  /** Which state the form sends along as seen. */
  revision: RefObject<number | undefined>;
  compare: (theirs: State) => readonly ChangedField[];
  onTakeTheirs: (theirs: State) => void;
}) {
  const { t } = useTranslation();
  const theirs = changedMeanwhile(form.failure, state);
  if (theirs === null) return null;
  const differing = compare(theirs.current).filter((field) => field.theirs !== field.mine);
  const goOn = (next: () => void) => () => {
    revision.current = theirs.revision;
    next();
  };
  return (
    <Notice
      tone="warn"
      title={t('changed.title')}
      action={
        <div className={styles.actions}>
          <Button variant="secondary" onClick={goOn(() => onTakeTheirs(theirs.current))}>
            {t('changed.takeTheirs')}
          </Button>
          <Button variant="secondary" onClick={goOn(() => void form.submit())}>
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
