// Mails that wait to be sent, oldest first.
export class Outbox {
  #mails = [];

  put(mail) {
    if (!mail.to?.includes("@")) throw new TypeError(`not an address: ${mail.to}`);
    this.#mails.push({ ...mail, tries: 0 });
  }

  waiting() {
    return [...this.#mails];
  }

  remove(mail) {
    this.#mails = this.#mails.filter((other) => other !== mail);
  }
}
