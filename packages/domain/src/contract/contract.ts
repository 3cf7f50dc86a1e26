/** Every endpoint by its key. Paths are defined only here: the server registers the endpoints and the web app calls them by key. */

import * as approval from './bill/approval.ts';
import * as bill from './bill/bill.ts';
import * as delivery from './bill/delivery.ts';
import * as hand from './bill/hand.ts';
import * as slotJoin from './bill/join.ts';
import * as kitchen from './bill/kitchen.ts';
import * as printStation from './bill/print-station.ts';
import * as shift from './bill/shift.ts';
import * as audit from './outlet/audit.ts';
import * as copy from './outlet/copy.ts';
import * as floor from './outlet/floor.ts';
import * as menu from './outlet/menu.ts';
import * as notification from './outlet/notification.ts';
import * as outlet from './outlet/outlet.ts';
import * as practice from './outlet/practice.ts';
import * as prices from './outlet/prices.ts';
import * as report from './outlet/report.ts';
import * as search from './outlet/search.ts';
import * as start from './outlet/start.ts';
import * as website from './outlet/website.ts';
import * as account from './people/account.ts';
import * as auth from './people/auth.ts';
import * as customer from './people/customer.ts';
import * as customerRecord from './people/customer-record.ts';
import * as join from './people/join.ts';
import * as secondFactor from './people/second-factor.ts';
import * as user from './people/user.ts';
import * as wallet from './people/wallet.ts';
import * as app from './platform/app.ts';
import * as backup from './platform/backup.ts';
import * as care from './platform/care.ts';
import * as file from './platform/file.ts';
import * as imports from './platform/import.ts';
import * as offsite from './platform/offsite.ts';
import { resourceContract } from './platform/resource.ts';
import * as trust from './platform/trust.ts';
import * as purchase from './stock/purchase.ts';
import * as recipe from './stock/recipe.ts';
import * as stock from './stock/stock.ts';
import * as stockCount from './stock/stock-count.ts';
import * as stockRequest from './stock/stock-request.ts';

export const contract = {
  'auth.login': auth.login,
  'auth.refresh': auth.refresh,
  'auth.unlock': auth.unlock,
  'auth.joinCode': join.makeJoinCode,
  'auth.join': join.join,
  'auth.lock': auth.lock,
  'auth.logout': auth.logout,
  'auth.requestReset': auth.requestReset,
  'auth.reset': auth.reset,
  'auth.hubTicket': auth.hubTicket,
  'auth.changePasscode': auth.changePasscode,
  'auth.secondFactor': secondFactor.findSecondFactor,
  'auth.startSecondFactor': secondFactor.startSecondFactor,
  'auth.confirmSecondFactor': secondFactor.confirmSecondFactor,
  'auth.endSecondFactor': secondFactor.endSecondFactor,
  'auth.confirmPassword': auth.confirmPassword,
  'auth.changePassword': auth.changePassword,
  'auth.sessions': auth.sessions,
  'auth.endSession': auth.endSession,
  'auth.approve': approval.approve,
  'auth.aboutApproval': approval.aboutApproval,
  'auth.approvers': approval.approvers,
  'auth.setApprovalCode': approval.setApprovalCode,
  'auth.endApprovalCode': approval.endApprovalCode,
  'auth.approvals': approval.approvals,
  'auth.findApproval': approval.findApproval,
  'auth.decideApproval': approval.decideApproval,
  'auth.cancelApproval': approval.cancelApproval,
  'app.info': app.info,
  'app.user': app.user,
  'app.settings': app.settings,
  'app.saveSettings': app.saveSettings,
  'app.features': app.features,
  'app.findOutlet': app.findOutlet,
  'app.dashboard': app.dashboard,
  'app.leaveDemo': start.leaveDemo,
  'care.read': care.readCare,
  'care.bundle': care.readBundle,
  'offsite.read': offsite.readOffsite,
  'offsite.target': offsite.setOffsiteTarget,
  'offsite.passphrase': offsite.setOffsitePassphrase,
  'offsite.confirm': offsite.confirmOffsitePassphrase,
  'offsite.run': offsite.runOffsite,
  'offsite.drill': offsite.drillOffsite,
  'trust.read': trust.readTrust,
  'trust.renew': trust.renewTrust,
  'trust.code': trust.trustCode,
  'backup.list': backup.listBackups,
  'backup.create': backup.makeBackup,
  'backup.download': backup.downloadBackup,
  'backup.upload': backup.uploadBackup,
  'backup.restore': backup.restoreBackup,
  'app.previewCopy': copy.previewCopy,
  'app.copy': copy.copyRecords,
  'auth.start': start.start,
  'app_user.list': user.listUsers,
  'app_user.find': user.findUser,
  'app_user.create': user.createUser,
  'app_user.update': user.updateUser,
  'app_user.delete': user.deleteUser,
  'app_user.export': user.exportUsers,
  'outlet.list': outlet.listOutlets,
  'outlet.create': outlet.createOutlet,
  'outlet.update': outlet.updateOutlet,
  'outlet.delete': outlet.deleteOutlet,
  'outlet.practice': practice.startPractice,
  'prices.get': prices.getPrices,
  'floor.get': floor.getFloor,
  'floor.save': floor.saveFloor,
  'menu.get': menu.getMenu,
  'menu.blocks': menu.getMenuBlocks,
  'menu.counts': menu.getCounts,
  'menu.setLeft': menu.setLeft,
  'bill.create': bill.createBill,
  'bill.update': bill.updateBill,
  'bill.pay': bill.payBill,
  'bill.void': bill.voidBill,
  'bill.transfer': bill.transferBill,
  'bill.hand': hand.handBills,
  'bill.join': slotJoin.joinSlots,
  'bill.waiters': hand.listWaiters,
  'bill.merge': bill.mergeBills,
  'bill.split': bill.splitBill,
  'bill.divide': bill.divideItem,
  'bill.refund': bill.refundBill,
  'bill.correctPayment': bill.correctPayment,
  'bill.reprint': bill.reprintBill,
  'bill.taxInvoice': bill.issueTaxInvoice,
  'bill.timeline': bill.billTimeline,
  'bill.find': bill.findBill,
  'bill.active': bill.activeBills,
  'bill.list': bill.listBills,
  'bill.people': bill.billPeople,
  'change.list': bill.changes,
  'shift.active': shift.activeShift,
  'shift.create': shift.createShift,
  'shift.close': shift.closeShift,
  'shift.x': shift.xReport,
  'shift.toCount': shift.shiftToCount,
  'shift.tills': shift.otherTills,
  'shift.cash': shift.shiftCash,
  'shift.drawer': shift.openDrawer,
  'shift.list': shift.listShifts,
  'shift.find': shift.findShift,
  'delivery.change': delivery.changeDelivery,
  'delivery.list': delivery.listDeliveries,
  'delivery.riders': delivery.listRiders,
  'delivery.riderCash': delivery.riderCash,
  'print.hand': printStation.handJob,
  'print.job': printStation.findJob,
  'print.stations': printStation.listStations,
  'print.register': printStation.registerStation,
  'print.remove': printStation.removeStation,
  'print.claim': printStation.claimJobs,
  'print.answer': printStation.answerJob,
  'kitchen.tickets': kitchen.kitchenTickets,
  'kitchen.waiting': kitchen.kitchenWaiting,
  'kitchen.unseen': kitchen.kitchenUnseen,
  'kitchen.bump': kitchen.bumpTicket,
  ...resourceContract,
  'account.ledger': account.accountLedger,
  'wallet.hold': wallet.holdWallet,
  'wallet.release': wallet.releaseWallet,
  'wallet.list': wallet.listWallets,
  'wallet.ledger': wallet.findLedger,
  'wallet.block': wallet.blockWallet,
  'wallet.replace': wallet.replaceWallet,
  'wallet.adjust': wallet.adjustWallet,
  'wallet.payout': wallet.payOutWallet,
  'account.credit': account.accountCredit,
  'account.pay': account.accountPay,
  'account.reverse': account.accountReverse,
  'file.save': file.saveFile,
  'import.find': imports.findImport,
  'import.cancel': imports.cancelImport,
  'customer.list': customer.listCustomers,
  'customer.find': customer.findCustomer,
  'customer.create': customer.createCustomer,
  'customer.doubles': customerRecord.findDuplicates,
  'customer.previewMerge': customerRecord.previewMerge,
  'customer.merge': customerRecord.mergeCustomers,
  'customer.personal': customerRecord.findPersonalData,
  'customer.erase': customerRecord.erasePersonalData,
  search: search.search,
  'notification.list': notification.listNotices,
  'notification.read': notification.readNotices,
  'stock.list': stock.listLogs,
  'stock.findLog': stock.findLog,
  'stock.adjust': stock.createLog,
  'stock.levels': stock.listLevels,
  'request.list': stockRequest.listRequests,
  'request.find': stockRequest.findRequest,
  'request.create': stockRequest.createRequest,
  'request.update': stockRequest.updateRequest,
  'request.delete': stockRequest.deleteRequest,
  'request.status': stockRequest.stepRequest,
  'count.list': stockCount.listCounts,
  'count.find': stockCount.findCount,
  'count.create': stockCount.createCount,
  'count.update': stockCount.updateCount,
  'count.delete': stockCount.deleteCount,
  'count.lines': stockCount.saveCountLines,
  'count.status': stockCount.stepCount,
  'recipe.list': recipe.listRecipes,
  'recipe.find': recipe.findRecipe,
  'recipe.create': recipe.createRecipe,
  'recipe.update': recipe.updateRecipe,
  'recipe.delete': recipe.deleteRecipe,
  'invoice.attach': purchase.saveAttachment,
  'invoice.attachment': purchase.findAttachment,
  'invoice.list': purchase.listInvoices,
  'invoice.find': purchase.findInvoice,
  'invoice.create': purchase.createInvoice,
  'invoice.update': purchase.updateInvoice,
  'invoice.delete': purchase.deleteInvoice,
  'invoice.status': purchase.stepInvoice,
  'invoice.receive': purchase.receiveInvoice,
  'invoice.pay': purchase.payInvoice,
  'audit.list': audit.listAudit,
  'audit.devices': audit.listDevices,
  'audit.check': audit.checkAudit,
  'history.compare': audit.compareHeads,
  'report.list': report.listReports,
  'report.run': report.runReport,
  'report.view': report.viewReport,
  'report.pdf': report.reportPdf,
  'template.list': report.listTemplates,
  'template.create': report.createTemplate,
  'template.update': report.updateTemplate,
  'template.delete': report.deleteTemplate,
  'template.schedule': report.scheduleTemplate,
  'template.recipients': report.listRecipients,
  'site.find': website.findSite,
  'site.update': website.updateSite,
  'site.preview': website.previewSite,
  'site.publish': website.publishSite,
  'site.offline': website.takeSiteOffline,
  'site.restore': website.restoreSite,
  'site.codes': website.siteCodes,
} as const;

export type Contract = typeof contract;
export type ContractKey = keyof Contract;
