import { Module } from '@nestjs/common';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { HandlerAnswers } from './handler-answers.js';

/** What is taken of the answers of handlers. */
@Module({ imports: [CatalogModule], providers: [HandlerAnswers], exports: [HandlerAnswers] })
export class HandlerAnswersModule {}
