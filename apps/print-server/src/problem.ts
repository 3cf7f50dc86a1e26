/** Refusals of the print server: those of the contract, with a message. */
import { type PrintError, type PrintRefusal, printRefusals } from '@atoll/domain/contract/bill/print';

/** An expected refusal; its answer is `{message, details, code, reason}`. */
export class PrintProblem extends Error {
  readonly reason: PrintRefusal;
  readonly details: string;
  readonly errors: Readonly<Record<string, string>> | undefined;

  constructor(reason: PrintRefusal, message: string, details = '', errors?: Readonly<Record<string, string>>) {
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
