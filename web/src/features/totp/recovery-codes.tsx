import { Copy } from 'lucide-react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FormActions } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './two-step.module.css';

/** Shown once: nobody can read them again. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { t } = useTranslation('totp');
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast(t('codes.copied')),
      () => toast(t('codes.notCopied'), { tone: 'bad' }),
    );
  };
  return (
    <>
      <Notice tone="ok" title={t('codes.title')}>
        <p>{t('codes.text')}</p>
      </Notice>
      <ul className={styles.codes} aria-label={t('codes.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <FormActions>
        <Button variant="secondary" icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy()}>
          {t('codes.copy')}
        </Button>
        <Button onClick={onKept}>{t('codes.kept')}</Button>
      </FormActions>
    </>
  );
}
