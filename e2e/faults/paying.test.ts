import { payingFaults } from './scenarios/paying.ts';
import { refundFaults } from './scenarios/refunding.ts';
import { testShortForm } from './short-form.ts';

testShortForm([...refundFaults, ...payingFaults]);
