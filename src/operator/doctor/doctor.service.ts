import { Injectable } from '@nestjs/common';
// Placeholder of the lead so that the tree compiles; helper 9 replaces it.
export interface Finding {
  readonly check: string;
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly message: string;
}
@Injectable()
export class DoctorService {
  examine(context: { embedded: boolean }): Promise<Finding[]> {
    return Promise.reject(new Error(String(context)));
  }
}
