import { TermsContent } from './terms-content.tsx';

export function Component() {
  return <TermsContent />;
}
