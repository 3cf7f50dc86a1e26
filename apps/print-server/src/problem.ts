/** Defines the error that the print server throws to refuse a call, for a reason of the contract. */
import { type PrintError, type PrintRefusal, printRefusals } from '@atoll/domain/contract/bill/print-answer';
import type { PrintSentence } from '@atoll/domain/contract/bill/print-words';

/** An expected refusal. The response body is `{message, details, code, reason}`, with `errors` by field when there are any. */
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

  /** The HTTP status. */
  get code(): number {
    return printRefusals[this.reason];
  }

  /** Returns the body of the response. */
  toBody(): PrintError {
    const { message, details, code, reason, errors } = this;
    return errors ? { message, details, code, reason, errors } : { message, details, code, reason };
  }
}
