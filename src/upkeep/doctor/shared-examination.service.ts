import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { DoctorService } from './doctor.service.js';
import type { Finding } from './finding.js';

/** The examination of the shop for operators of a server. */
@Injectable()
export class SharedExamination {
  private examining: Promise<Finding[]> | undefined;

  constructor(
    private readonly doctor: DoctorService,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /** Those who ask at the same time share one examination, since it reads all books. */
  examine(): Promise<Finding[]> {
    const embedded = this.config.embeddedDataDir !== undefined;
    this.examining ??= this.doctor.examine({ embedded }).finally(() => {
      this.examining = undefined;
    });
    return this.examining;
  }
}
