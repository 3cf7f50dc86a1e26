/** Refusals of the print server: those of the contract, with a message. */
import { type PrintError, type PrintRefusal, printRefusals } from '@atoll/domain/contract/bill/print';
import type { PrintSentence } from '@atoll/domain/contract/bill/print-words';

/** An expected refusal; its answer is `{message, details, code, reason}`. */
export class PrintProblem extends Error {
  readonly reason: PrintRefusal;
  readonly details: string;
  readonly errors: Readonly<Record<string, string>> | undefined;

  constructor(reason: PrintRefusal, message: PrintSentence, details = '', errors?: Readonly<Record<string, string>>) {
    super(message);
    this.reason = reason;
    this.details = details;
    this.errors = errors;
  }

  get code(): number {
    return printRefusals[this.reason];
  }

  /** Returns the body of the answer. */
  toBody(): PrintError {
    const { message, details, code, reason, errors } = this;
    return errors ? { message, details, code, reason, errors } : { message, details, code, reason };
  }
}
