import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../button.tsx';
import { Notice } from './notice.tsx';

interface RetryNoticeProps {
  title?: string;
  /** The error message, if the title is not enough. */
  text?: string;
  onRetry: () => void;
}

/** An error message with a retry button. */
export function RetryNotice({ title, text, onRetry }: RetryNoticeProps) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="bad"
      {...(title !== undefined && { title })}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {t('common:tryAgain')}
        </Button>
      }
    >
      {text !== undefined && <p>{text}</p>}
    </Notice>
  );
}

/** A success message beside the button; scrolls into view if it is outside. */
export function SavedNotice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box}>
      <Notice tone="ok">
        <p>{children}</p>
      </Notice>
    </div>
  );
}
