import { comparesAnswers } from './fast-path-agreement.js';

// The same with a thousand answers is a long spec.
comparesAnswers(200);
