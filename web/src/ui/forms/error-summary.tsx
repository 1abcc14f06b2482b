import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { useErrorTitle } from '../layout/page-heading.tsx';
import styles from './error-summary.module.css';

export interface Problem {
  /** Id of the control to go to. */
  fieldId?: string;
  text: string;
}

/**
 * The form's problems with links to the fields. Takes the focus once per `attempt`, so that a
 * repeated submit has a visible effect and typing is never interrupted.
 */
export function ErrorSummary({ problems, attempt = 0 }: { problems: readonly Problem[]; attempt?: number }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const focusedFor = useRef(-1);
  const any = problems.length > 0;
  useEffect(() => {
    if (!any || focusedFor.current === attempt) return;
    focusedFor.current = attempt;
    box.current?.focus();
  }, [any, attempt]);
  useErrorTitle(any);
  if (!any) return null;
  return (
    <div ref={box} tabIndex={-1} className={styles.summary}>
      <div role="alert">
        <h2 className={styles.title}>
          <CircleAlert size={22} aria-hidden="true" />
          <span>{t('thereIsAProblem')}</span>
        </h2>
        <ul className={styles.list}>
          {problems.map(({ fieldId, text }) => (
            <li key={`${fieldId} ${text}`}>
              {fieldId === undefined ? (
                text
              ) : (
                <a
                  href={`#${fieldId}`}
                  onClick={(event) => {
                    event.preventDefault();
                    goTo(fieldId);
                  }}
                >
                  {text}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function goTo(fieldId: string): void {
  const field = document.getElementById(fieldId);
  (field?.closest('[data-field]') ?? field)?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
