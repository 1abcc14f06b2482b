import { Copy, Share2 } from 'lucide-react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FormActions } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './new-link.module.css';

/** A link right after it was made: the only time that it is shown. */
export function NewLink({ url, onAnother }: { url: string; onAnother: () => void }) {
  const { t } = useTranslation('shares');
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast(t('copied')),
      () => toast(t('copyFailed'), { tone: 'bad' }),
    );
  // Whoever closes the list of apps without choosing one has not failed at anything.
  const send = () => navigator.share({ url }).catch(() => undefined);
  return (
    <div className={styles.link}>
      <Notice tone="ok" title={t('ready')}>
        <p>{t('onlyNow')}</p>
      </Notice>
      <TextField label={t('link')} value={url} readOnly data-autofocus onFocus={({ target }) => target.select()} />
      <FormActions>
        <Button icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        {'share' in navigator && (
          <Button variant="secondary" icon={<Share2 size={20} aria-hidden="true" />} onClick={() => void send()}>
            {t('send')}
          </Button>
        )}
        <Button variant="quiet" onClick={onAnother}>
          {t('another')}
        </Button>
      </FormActions>
    </div>
  );
}
