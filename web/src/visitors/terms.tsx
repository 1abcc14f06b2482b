import '../styles/main.css';
import { TermsContent } from '../pages/terms-content.tsx';
import { takeOver } from './take-over.tsx';

void takeOver('legal', <TermsContent />);
