import { comparesAnswers } from './fast-path-agreement.js';

comparesAnswers(1_000);
