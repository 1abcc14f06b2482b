import '../styles/main.css';
import { VisitorLanding } from '../pages/site/visitor-landing.tsx';
import { takeOver } from './take-over.tsx';

void takeOver('landing', <VisitorLanding />);
