import '../styles/main.css';
import { TermsContent } from '../pages/site/terms-content.tsx';
import { takeOver } from './take-over.tsx';

void takeOver('legal', <TermsContent />);
