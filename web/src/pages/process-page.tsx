import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { OrderSteps } from '../features/content/order-steps.tsx';
import type { RenderAdvice } from '../features/content/photo-cards/photo-card.tsx';
import { UploadStep } from '../features/content/upload-step.tsx';
import { CartPrice } from '../features/pricing/cart-price.tsx';
import { useTranslation } from '../shared/texts/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { PageHeading } from '../ui/layout/page-heading.tsx';
import { Page } from '../ui/layout/page.tsx';

const PhotoGuideDialog = lazyPart(async () => (await import('../features/guide/photo-guide.tsx')).PhotoGuideDialog, {
  close: ({ onClose }) => onClose(),
});

const PhotoAdvice = lazyPart(async () => (await import('../features/photo-checks/photo-advice.tsx')).PhotoAdvice, {
  isOptional: true,
});

/** The same function each time, so that cards without news are not drawn again. */
const renderAdvice: RenderAdvice = (photo) => <PhotoAdvice {...photo} />;

export function Component() {
  const { t } = useTranslation('wizard');
  const [guideIsOpen, setGuideIsOpen] = useState(false);
  return (
    <Page>
      <OrderSteps current="upload" />
      <PageHeading title={t('title')}>
        <p>{t('intro')}</p>
      </PageHeading>
      <UploadStep
        guide={
          <Button variant="quiet" icon={<BookOpen size={20} aria-hidden="true" />} onClick={() => setGuideIsOpen(true)}>
            {t('upload.guide')}
          </Button>
        }
        renderAdvice={renderAdvice}
        renderPrice={(order) => <CartPrice {...order} />}
      />
      {guideIsOpen && <PhotoGuideDialog onClose={() => setGuideIsOpen(false)} />}
    </Page>
  );
}
